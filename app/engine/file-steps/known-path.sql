-- Is exactly this the path of a file that has versions?
-- One row, or none.
SELECT path AS path
FROM record_versions
WHERE path = $path::VARCHAR AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
LIMIT 1
