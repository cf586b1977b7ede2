-- In which working directory did a session begin?
-- One row.
SELECT cwd
FROM sessions
WHERE session_id = $session::VARCHAR
