-- In which directory did a session run?
-- One row for the session; none when the store does not have it.
SELECT
  cwd AS cwd
FROM sessions
WHERE session_id = $session::VARCHAR
