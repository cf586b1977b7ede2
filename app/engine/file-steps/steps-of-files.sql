-- What do records of all sessions say about these files?
-- One row per step.
FROM (
  FROM step_rows
)
WHERE path IN (SELECT unnest($paths::VARCHAR[]))
   OR to_path IN (SELECT unnest($paths::VARCHAR[]))
   OR object_id IN (SELECT unnest($objects::VARCHAR[]))
