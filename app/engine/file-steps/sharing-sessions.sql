-- In which sessions were calls given a file that calls of these sessions were given?
-- One row per session.
SELECT DISTINCT session_id AS session_id
FROM events
WHERE kind = 'tool_call' AND file_path IN (
  SELECT file_path FROM events WHERE session_id IN (SELECT unnest($sessions::VARCHAR[])) AND kind = 'tool_call' AND file_path IS NOT NULL
)
