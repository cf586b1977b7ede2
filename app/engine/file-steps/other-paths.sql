-- Do sessions name these files by other paths, as through a mount?
-- One row per file that they name so.
SELECT DISTINCT object_id AS object_id
FROM object_steps
WHERE object_id IN (SELECT unnest($objects::VARCHAR[])) AND path NOT IN (SELECT unnest($paths::VARCHAR[]))
