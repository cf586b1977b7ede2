-- Which files do the tool calls of these commits name?
-- One row per commit and file.
SELECT DISTINCT
  commit_id AS commit_id,
  file_path AS file_path
FROM events
WHERE commit_id IN (SELECT unnest($commits::VARCHAR[]))
  AND file_path IS NOT NULL
  AND NOT is_copy
ORDER BY file_path, commit_id
