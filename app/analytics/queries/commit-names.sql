-- Which commits does the beginning of an id mean?
-- One row per commit, in the order of the ids, at most 21.
SELECT
  commit_id AS commit_id
FROM commits
WHERE starts_with(commit_id, $prefix::VARCHAR)
ORDER BY commit_id
LIMIT 21
