-- Takes away the refs of a session that was made: they are given anew.
-- Changes one row per ref.
DELETE FROM refs
WHERE session_id = $session::VARCHAR
