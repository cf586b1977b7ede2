-- Takes away the row of a session that was made: it is computed again.
-- Changes one row.
DELETE FROM sessions
WHERE session_id = $session::VARCHAR
