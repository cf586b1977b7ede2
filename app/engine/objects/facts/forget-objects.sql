-- Forgets the objects that no session has any more.
-- Changes one row per object.
DELETE FROM objects
WHERE object_id NOT IN (
  SELECT object_id FROM object_steps WHERE object_id IS NOT NULL
  UNION
  SELECT object_id FROM object_versions WHERE object_id IS NOT NULL
)
