-- Where was the context of a session compacted, why, and from what size to what?
-- One row per compaction boundary, or summary without one, chain by chain in the order of time.
SELECT
  chain                                AS chain,
  occurred_at                          AS occurred_at,
  detail ->> '$.trigger'               AS trigger,
  (detail ->> '$.pre_tokens')::BIGINT  AS pre_tokens,
  (detail ->> '$.post_tokens')::BIGINT AS post_tokens,
  commit_id                            AS commit_id
FROM records
WHERE session_id = $session::VARCHAR
  AND NOT is_copy
  AND class IN ('compaction', 'compaction_summary')
  AND subtype IN ('compact_boundary', 'root_summary')
ORDER BY chain <> 'main', chain, occurred_at, line
