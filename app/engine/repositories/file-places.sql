-- Which files does a path name, on which file systems?
-- One row per file.
SELECT DISTINCT objects.filesystem_id AS filesystem_id, objects.path AS path
FROM object_steps
JOIN objects ON objects.object_id = object_steps.object_id
WHERE object_steps.path = $path::VARCHAR
