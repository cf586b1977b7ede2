-- Which sessions have files that were imported from a folder?
-- One row per session.
SELECT DISTINCT
  coalesce(session_id, '') AS session_id
FROM sources
WHERE root = $root::VARCHAR
ORDER BY session_id
