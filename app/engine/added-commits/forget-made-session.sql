-- Takes away the row of a session that was made: it is worked out anew.
-- Changes one row.
DELETE FROM sessions
WHERE session_id = $session::VARCHAR
