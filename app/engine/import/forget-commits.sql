-- Takes away the commits of a session that was removed, those that were replaced too.
-- Changes one row per commit.
DELETE FROM commits
WHERE session_id = $session::VARCHAR
