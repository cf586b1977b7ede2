-- Forgets the objects that no session has any more, of these ids or of all.
-- Changes one row per object.
DELETE FROM objects
WHERE ($ids::VARCHAR[] IS NULL OR object_id IN (SELECT unnest($ids::VARCHAR[])))
  AND object_id NOT IN (
    SELECT object_id FROM object_steps WHERE object_id IS NOT NULL
    UNION
    SELECT object_id FROM record_versions WHERE object_id IS NOT NULL
  )
