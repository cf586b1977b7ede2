-- Of which sessions do the tables show nothing but problems?
-- One row per session.
SELECT DISTINCT session_id AS session_id
FROM problems
WHERE session_id IS NOT NULL AND session_id NOT IN (SELECT session_id FROM sessions)
