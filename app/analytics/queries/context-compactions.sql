-- Where was the context of a session compacted, why, and from what size to what?
-- One row per compaction boundary, or summary without one, chain by chain in the order of time. Made commits have events and no records.
SELECT
  chain                                AS chain,
  occurred_at                          AS occurred_at,
  detail ->> '$.trigger'               AS trigger,
  (detail ->> '$.pre_tokens')::BIGINT  AS pre_tokens,
  (detail ->> '$.post_tokens')::BIGINT AS post_tokens,
  commit_id                            AS commit_id,
  source_id                            AS source_id,
  line                                 AS line
FROM (
  SELECT chain, occurred_at, detail, commit_id, 0 AS position, source_id, line
  FROM records
  WHERE session_id = $session::VARCHAR
    AND NOT is_copy
    AND class IN ('compaction', 'compaction_summary')
    AND subtype IN ('compact_boundary', 'root_summary')
  UNION ALL
  SELECT events.chain, occurred_at, body, events.commit_id, position, source_id, line
  FROM events
  JOIN commits ON commits.commit_id = events.commit_id
  WHERE events.session_id = $session::VARCHAR
    AND starts_with(events.session_id, 'live/')
    AND NOT is_copy
    AND kind = 'system'
    AND class = 'compaction'
)
ORDER BY chain <> 'main', chain, position, occurred_at, line
