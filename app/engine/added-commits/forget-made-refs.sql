-- Takes away the refs of a session that was made: they are given again.
-- Changes one row per ref.
DELETE FROM refs
WHERE session_id = $session::VARCHAR
