-- From which paths were files moved or copied to these?
-- One row per path.
SELECT DISTINCT path AS path
FROM object_steps
WHERE to_path IN (SELECT unnest($paths::VARCHAR[])) AND path IS NOT NULL AND path NOT IN (SELECT unnest($paths::VARCHAR[]))
