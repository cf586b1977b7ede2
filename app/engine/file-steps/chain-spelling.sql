-- By which path do the records of these commits name the file that has this path somewhere?
-- One row, or none; the path itself first.
SELECT path AS path
FROM object_steps
WHERE commit_id IN (SELECT unnest($commits::VARCHAR[]))
  AND (path = $path::VARCHAR OR object_id IN (SELECT object_id FROM object_steps WHERE path = $path::VARCHAR))
ORDER BY path <> $path::VARCHAR, occurred_at DESC NULLS LAST, path
LIMIT 1
