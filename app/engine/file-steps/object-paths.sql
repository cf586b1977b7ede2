-- By which paths do sessions name these files? One may have several, as through a mount.
-- One row per file and path.
SELECT DISTINCT
  object_id AS object_id,
  path      AS path
FROM object_steps
WHERE object_id IN (SELECT unnest($objects::VARCHAR[]))
