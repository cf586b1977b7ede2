-- Numbers the commits of a session that was made from 0, in the order that they have.
-- Changes one row per commit whose number is another.
UPDATE commits
SET position = numbered.position
FROM (
  SELECT commit_id, row_number() OVER (ORDER BY position) - 1 AS position
  FROM commits
  WHERE session_id = $session::VARCHAR
) AS numbered
WHERE commits.session_id = $session::VARCHAR
  AND commits.commit_id = numbered.commit_id
  AND commits.position <> numbered.position
