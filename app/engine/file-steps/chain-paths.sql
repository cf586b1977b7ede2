-- Which files with this path, or with paths that end so, do the records of these commits name?
-- One row per path.
SELECT DISTINCT path AS path
FROM object_steps
WHERE commit_id IN (SELECT unnest($commits::VARCHAR[]))
  AND (path = $path::VARCHAR OR ends_with(path, '/' || $path::VARCHAR) OR ends_with(path, '\' || $path::VARCHAR))
ORDER BY path
LIMIT 50
