-- Which files do the records of a session come from?
-- One row per file.
SELECT
  source_id AS source_id,
  file      AS file
FROM sources
WHERE session_id = $session::VARCHAR
