-- Forgets that the facts about files of a session that was made are made: they are made again when something asks for them.
-- Changes one row.
DELETE FROM object_sessions
WHERE session_id = $session::VARCHAR
