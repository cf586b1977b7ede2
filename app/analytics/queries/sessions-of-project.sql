-- Which sessions belong to a project?
-- One row per session.
SELECT session_id AS session_id
FROM sessions
WHERE project = $project::VARCHAR
ORDER BY session_id
