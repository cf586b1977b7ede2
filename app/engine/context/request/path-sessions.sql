-- Which other sessions do these commits belong to?
-- One row per session.
SELECT DISTINCT session_id AS session_id
FROM commits
WHERE commit_id IN (SELECT unnest($commits::VARCHAR[])) AND session_id <> $session::VARCHAR
