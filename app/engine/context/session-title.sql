-- What is a session called?
-- One row; none for a fork that has no session.
SELECT title AS title
FROM sessions
WHERE session_id = $session::VARCHAR
