-- Which events and attachments are in the chains of the sessions of this batch, also inherited ones, in which stretch, and behind how many replies?
-- Makes a table for this batch. One row per event or attachment that puts something into a context, in the order of its place. What a fork or
-- a resumed session copied from another session comes first, behind a negative number of replies.
CREATE OR REPLACE TEMP TABLE fact_said AS
WITH inherited AS (
  SELECT
    session_number, events.chain, events.source_id, events.line, events.block, coalesce(sources.place, 0) AS position, events.kind, events.class,
    events.chars, events.weighed_chars, events.counted_tokens, events.tool_name, events.tool_use_id, events.commit_id, NULL::INTEGER AS quarter
  FROM events
  JOIN fact_batch USING (session_id)
  JOIN commits ON commits.commit_id = events.commit_id
  JOIN sources ON sources.source_id = events.source_id
  WHERE events.is_copy AND events.rowid BETWEEN $events_first::BIGINT AND $events_last::BIGINT AND commits.session_id <> events.session_id
),
beginnings AS (
  SELECT source_id, min(line) AS line
  FROM fact_usage
  JOIN fact_batch USING (session_id)
  WHERE model <> '<synthetic>' AND iteration IS NULL
  GROUP BY source_id, reply_key, is_copy
),
-- An attachment has its record alone: it is behind the events of the records before it.
attached AS (
  SELECT
    session_number, fact_records.chain, fact_records.source_id, fact_records.line, 0 AS block, coalesce(sources.place, 0) AS position,
    'attachment' AS kind, class, 0 AS chars, 0 AS weighed_chars, 0 AS counted_tokens, NULL AS tool_name, NULL AS tool_use_id, fact_records.commit_id, fact_records.quarter,
    coalesce(NOT is_copy OR commits.session_id = fact_batch.session_id, true) AS is_own, fact_records.is_copy AS is_copy
  FROM fact_records
  JOIN fact_batch USING (session_number)
  JOIN sources ON sources.source_id = fact_records.source_id
  LEFT JOIN commits ON commits.commit_id = fact_records.commit_id
  WHERE record_type = 'attachment' AND (detail ->> '$.put') IS NOT NULL
  -- Where a client writes down what it sends of attachments, only that counts.
  QUALIFY coalesce((detail ->> '$.written')::BOOLEAN, false) = bool_or(coalesce((detail ->> '$.written')::BOOLEAN, false)) OVER (PARTITION BY session_number, fact_records.chain)
),
said AS (
  SELECT session_number, chain, source_id, line, block, position, kind, class, chars, weighed_chars, counted_tokens, tool_name, tool_use_id, commit_id, quarter, true AS is_own
  FROM fact_events
  UNION ALL
  SELECT *, false FROM inherited
  UNION ALL
  SELECT * EXCLUDE (is_copy) FROM attached WHERE NOT (is_copy AND is_own)
),
placed AS (
  SELECT
    said.*,
    beginnings.line IS NOT NULL AND said.block = 0 AND kind <> 'attachment' AS begins_reply,
    row_number() OVER chain_order AS place,
    last_value(commit_id IGNORE NULLS) OVER chain_order AS nearest_commit
  FROM said
  LEFT JOIN beginnings ON beginnings.source_id = said.source_id AND beginnings.line = said.line
  WINDOW chain_order AS (PARTITION BY session_number, chain ORDER BY is_own, position, said.source_id, said.line, block ROWS UNBOUNDED PRECEDING)
),
counted AS (
  SELECT
    *,
    sum(begins_reply::BIGINT) OVER (PARTITION BY session_number, chain ORDER BY place ROWS UNBOUNDED PRECEDING)::BIGINT AS replies_so_far,
    sum((begins_reply AND NOT is_own)::BIGINT) OVER (PARTITION BY session_number, chain)::BIGINT AS inherited_replies
  FROM placed
)
SELECT
  counted.* EXCLUDE (begins_reply, nearest_commit, replies_so_far, inherited_replies, position),
  -- Replies of the chain so far; of what was inherited it ends at -1, so that all of it is before the first own reply.
  replies_so_far - inherited_replies - (NOT counted.is_own)::BIGINT AS step,
  coalesce(stretch, 0) AS stretch,
  put_by,
  counted.chain = 'main' AS is_main,
  coalesce(agent_number, (SELECT number FROM fact_names WHERE name = CASE counted.chain WHEN 'main' THEN '(main)' ELSE '(none)' END)) AS agent_number,
  coalesce(model_number, (SELECT number FROM fact_names WHERE name = '(none)')) AS model_number
FROM counted
LEFT JOIN fact_stretches
  ON fact_stretches.session_number = counted.session_number AND fact_stretches.chain = counted.chain AND fact_stretches.commit_id = nearest_commit
LEFT JOIN fact_chains ON fact_chains.session_number = counted.session_number AND fact_chains.chain = counted.chain
LEFT JOIN fact_lines ON fact_lines.source_id = counted.source_id AND fact_lines.line = counted.line AND fact_lines.session_number = counted.session_number
LEFT JOIN (SELECT source_id, line, any_value(put_by) AS put_by FROM fact_records WHERE put_by IS NOT NULL GROUP BY ALL) AS put
  ON put.source_id = counted.source_id AND put.line = counted.line
WHERE kind IN ('prompt', 'response', 'thinking', 'tool_call', 'tool_result', 'attachment')
