-- Adds the objects of these ids that are not listed yet.
-- One new row per object.
INSERT INTO objects BY NAME
SELECT object_id, 'file' AS type, filesystem_id, path
FROM (
  SELECT unnest($ids::VARCHAR[]) AS object_id, unnest($filesystems::VARCHAR[]) AS filesystem_id, unnest($paths::VARCHAR[]) AS path
)
ANTI JOIN objects USING (object_id)
