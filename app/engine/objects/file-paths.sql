-- Which files have this path, or end with it?
-- One row per path that a call was given; the whole path first.
SELECT DISTINCT file_path AS path
FROM events
WHERE kind = 'tool_call'
  AND NOT is_copy
  AND NOT list_contains($finders::VARCHAR[], tool_name)
  AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
  AND (file_path = $path::VARCHAR OR ends_with(file_path, '/' || $path::VARCHAR) OR ends_with(file_path, '\\' || $path::VARCHAR))
ORDER BY file_path <> $path::VARCHAR, file_path
LIMIT 50
