-- What is known of these files last, by transcripts and trackers?
-- One row per file of which something is known.
SELECT
  object_id     AS object_id,
  path          AS path,
  is_there      AS is_there,
  source_hash   AS source_hash,
  content_hash  AS content_hash,
  given_by      AS given_by
FROM (
  SELECT object_id, path, is_there, source_hash, content_hash, given_by, occurred_at, ordinal FROM record_versions
  UNION ALL
  SELECT object_id, path, is_there, source_hash, NULL, 'tracker', observed_at, 0 FROM tracked_files
)
WHERE object_id IN (SELECT unnest($objects::VARCHAR[]))
QUALIFY row_number() OVER (PARTITION BY object_id ORDER BY occurred_at DESC NULLS LAST, ordinal DESC) = 1
