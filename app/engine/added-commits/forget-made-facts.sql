-- Forgets that the facts of a session that was made are made: they are made again when a metric needs them.
-- Changes one row.
DELETE FROM fact_sessions
WHERE session_id = $session::VARCHAR
