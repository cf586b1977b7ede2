-- When was the main chain of a session compacted, why, and at what size?
-- One row per compaction boundary, or summary without one, that has a time, in the order of time. Made commits have events and no records.
SELECT
  occurred_at                         AS occurred_at,
  detail ->> '$.trigger'              AS trigger,
  (detail ->> '$.pre_tokens')::BIGINT AS pre_tokens,
  commit_id                           AS commit_id
FROM (
  SELECT occurred_at, detail, commit_id, line
  FROM records
  WHERE session_id = $session::VARCHAR
    AND chain = 'main'
    AND NOT is_copy
    AND class IN ('compaction', 'compaction_summary')
    AND subtype IN ('compact_boundary', 'root_summary')
    AND occurred_at IS NOT NULL
  UNION ALL
  SELECT occurred_at, body, commit_id, line
  FROM events
  WHERE session_id = $session::VARCHAR
    AND starts_with(session_id, 'live/')
    AND chain = 'main'
    AND NOT is_copy
    AND kind = 'system'
    AND class = 'compaction'
    AND occurred_at IS NOT NULL
)
ORDER BY occurred_at, line
