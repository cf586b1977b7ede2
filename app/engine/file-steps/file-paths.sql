-- Which files have this path, or end with it?
-- One row per path that a call was given, or that something else showed or changed as far as the facts are made; the whole path first.
SELECT path AS path
FROM (
  SELECT file_path AS path
  FROM events
  WHERE kind = 'tool_call'
    AND NOT is_copy
    AND NOT list_contains($finders::VARCHAR[], tool_name)
    AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
  UNION
  SELECT path
  FROM record_versions
  WHERE $session::VARCHAR IS NULL OR session_id = $session::VARCHAR
)
WHERE path = $path::VARCHAR OR ends_with(path, '/' || $path::VARCHAR) OR ends_with(path, '\' || $path::VARCHAR)
ORDER BY path <> $path::VARCHAR, path
LIMIT 50
