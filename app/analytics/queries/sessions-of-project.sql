-- Which sessions belong to a project?
-- One row per session.
SELECT session_id AS session_id
FROM sessions
WHERE nfc_normalize(project) = nfc_normalize($project::VARCHAR)
ORDER BY session_id
