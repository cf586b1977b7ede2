-- Which versions of a file did trackers see?
-- One row per observation, the newest first.
SELECT
  session_id     AS session_id,
  object_id      AS object_id,
  path           AS path,
  observed_at    AS observed_at,
  is_there       AS is_there,
  source_hash    AS source_hash,
  bytes          AS bytes,
  artifact_hash  AS artifact_hash
FROM tracked_files
WHERE (path = $path::VARCHAR OR object_id IN (SELECT object_id FROM object_steps WHERE path = $path::VARCHAR))
  AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
ORDER BY observed_at DESC, session_id
LIMIT 1000
