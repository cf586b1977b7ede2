-- How many bytes do a commit's artifact and its record take up in the packs?
-- One row.
WITH held AS (
  SELECT unnest([artifact_hash, record_hash]) AS artifact_hash
  FROM commits
  WHERE commit_id = $commit::VARCHAR
)
SELECT
  coalesce(sum(stored_bytes), 0)::BIGINT AS stored_bytes
FROM artifacts
WHERE artifact_hash IN (FROM held)
