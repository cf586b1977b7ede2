-- Forgets that the facts of a session that was made are made: they are made anew when somebody asks.
-- Changes one row.
DELETE FROM fact_sessions
WHERE session_id = $session::VARCHAR
