-- Which commits of other sessions continue from a commit of a session?
-- One row per commit, in the order of their times.
SELECT
  commit_id   AS commit_id,
  session_id  AS session_id,
  summary     AS summary,
  parent_id   AS parent_id
FROM commits
WHERE session_id <> $session::VARCHAR
  AND chain <> 'replaced'
  AND parent_id IN (SELECT commit_id FROM commits WHERE session_id = $session::VARCHAR)
ORDER BY created_at, commit_id
