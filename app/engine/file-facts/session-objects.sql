-- Which objects do the facts of these sessions name?
-- One row per object.
SELECT object_id FROM object_steps WHERE session_id IN (SELECT unnest($sessions::VARCHAR[])) AND object_id IS NOT NULL
UNION
SELECT object_id FROM record_versions WHERE session_id IN (SELECT unnest($sessions::VARCHAR[])) AND object_id IS NOT NULL
