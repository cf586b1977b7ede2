-- When was the main chain of a session compacted, why, and at what size?
-- One row per compaction boundary that has a time, in the order of time.
SELECT
  occurred_at                         AS occurred_at,
  detail ->> '$.trigger'              AS trigger,
  (detail ->> '$.pre_tokens')::BIGINT AS pre_tokens,
  commit_id                           AS commit_id
FROM records
WHERE session_id = $session::VARCHAR
  AND chain = 'main'
  AND NOT is_copy
  AND record_type = 'system'
  AND subtype = 'compact_boundary'
  AND occurred_at IS NOT NULL
ORDER BY occurred_at, line
