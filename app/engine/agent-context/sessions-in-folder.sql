-- Which sessions worked in a folder?
-- One row per session, the oldest first.
SELECT session_id AS session_id
FROM sessions
WHERE (coalesce(cwd, project) = $root::VARCHAR OR starts_with(coalesce(cwd, project), $root::VARCHAR || '/'))
  AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
ORDER BY first_at NULLS FIRST, session_id
