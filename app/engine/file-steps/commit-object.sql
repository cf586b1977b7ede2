-- Which session does a commit belong to, when did the commit end, and which object does a path name there?
-- One row; without an object when the path is not absolute, or no transcript of the session names it.
SELECT
  commits.session_id AS session_id,
  commits.ended_at   AS ended_at,
  coalesce(
    any_value(object_steps.object_id) FILTER (object_steps.session_id = commits.session_id),
    any_value(object_steps.object_id)
  ) AS object_id
FROM commits
LEFT JOIN object_steps ON object_steps.path = $path::VARCHAR
WHERE commits.commit_id = $commit::VARCHAR
GROUP BY commits.session_id, commits.ended_at
