-- In which sessions were calls given this file?
-- One row per session.
SELECT DISTINCT session_id AS session_id
FROM events
WHERE file_path = $path::VARCHAR AND kind = 'tool_call'
