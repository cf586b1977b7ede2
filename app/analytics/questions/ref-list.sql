-- Which refs are there, and what do they stand for?
-- One row per ref, in the order of their names.
SELECT
  name      AS name,
  kind      AS kind,
  commit_id AS commit_id
FROM refs
WHERE ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
  AND ($name::VARCHAR IS NULL OR name = $name::VARCHAR)
ORDER BY name
