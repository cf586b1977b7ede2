-- Which sessions hold a record with this uuid?
-- One row per session.
SELECT DISTINCT session_id AS session_id
FROM records
WHERE uuid = $uuid::VARCHAR
ORDER BY session_id
