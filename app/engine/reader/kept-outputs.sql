-- Which files did the client keep beside a session?
-- One row per file.
SELECT
  source_id AS source_id,
  path      AS path,
  bytes     AS bytes
FROM sources
WHERE session_id = $session::VARCHAR AND role = 'side'
ORDER BY path
