-- Which of these sessions do the tables show?
-- One row per session.
SELECT session_id AS session_id
FROM sessions
WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))
ORDER BY session_id
