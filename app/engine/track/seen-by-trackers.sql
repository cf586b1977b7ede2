-- What did trackers see of these files, or of the file with this path?
-- One row per observation, in the order of time.
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
WHERE (
    object_id IN (SELECT unnest($objects::VARCHAR[]))
    OR path = $path::VARCHAR
    OR object_id IN (SELECT object_id FROM object_steps WHERE path = $path::VARCHAR)
  )
  AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
  AND ($until::BIGINT IS NULL OR epoch_ms(observed_at) <= $until::BIGINT)
ORDER BY observed_at, session_id, object_id
