-- Where is the record of a session that has a uuid?
-- One row: its own record rather than a copy from another session.
SELECT source_id, line
FROM records
WHERE session_id = $session::VARCHAR AND uuid = $uuid::VARCHAR
ORDER BY is_copy, source_id, line
LIMIT 1
