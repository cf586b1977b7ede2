-- Which commits continue this one?
-- One row per child, in the order in which they were made.
SELECT
  commit_id AS commit_id
FROM commits
WHERE parent_id = $commit::VARCHAR
ORDER BY created_at, session_id, position
