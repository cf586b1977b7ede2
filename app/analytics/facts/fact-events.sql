-- What happened in the sessions of this batch, without copies, in the order of each chain?
-- Makes a table for this batch. One row per event. Made commits have events and no records; their order is that of the commits; that of records is the order of their files.
CREATE OR REPLACE TEMP TABLE fact_events AS
WITH made AS (
  SELECT commit_id, session_id, position FROM commits WHERE starts_with(session_id, 'live/')
),
beginnings AS (
  SELECT source_id, min(line) AS line
  FROM fact_usage
  JOIN fact_batch USING (session_id)
  WHERE NOT is_copy AND model <> '<synthetic>' AND iteration IS NULL
  GROUP BY source_id, reply_key
),
batch_events AS (
  SELECT
    fact_batch.session_number,
    events.chain,
    fact_lines.model_number,
    events.occurred_at,
    events.source_id,
    events.line,
    events.block,
    coalesce(made.position, sources.place, 0) AS position,
    events.kind,
    events.class,
    events.kind = 'prompt' AND events.class IN ('human_prompt', 'queued_prompt') AS is_prompt,
    (events.class IN ('compaction', 'compaction_summary') AND events.subtype IN ('compact_boundary', 'root_summary'))
      OR (starts_with(events.session_id, 'live/') AND events.kind = 'system' AND events.class = 'compaction') AS is_boundary,
    -- Made commits have no record that says it.
    CASE WHEN starts_with(events.session_id, 'live/') AND events.kind = 'system' AND events.class = 'compaction' THEN events.body END AS made_detail,
    beginnings.line IS NOT NULL AND events.block = 0 AS begins_reply,
    events.chars,
    events.weighed_chars,
    events.counted_tokens,
    events.tool_name,
    events.tool_use_id,
    events.is_error,
    events.permission,
    events.run_ms,
    CASE WHEN events.kind = 'tool_call' THEN awaited_agent(events.tool_name, events.body) END AS awaited_agent,
    events.subtype,
    events.commit_id
  FROM events
  JOIN fact_batch ON fact_batch.session_id = events.session_id
  LEFT JOIN fact_lines ON fact_lines.source_id = events.source_id AND fact_lines.line = events.line AND fact_lines.session_number = fact_batch.session_number
  LEFT JOIN sources ON sources.source_id = events.source_id
  LEFT JOIN made ON made.commit_id = events.source_id AND made.session_id = events.session_id
  LEFT JOIN beginnings ON beginnings.source_id = events.source_id AND beginnings.line = events.line
  WHERE NOT events.is_copy AND events.rowid BETWEEN $events_first::BIGINT AND $events_last::BIGINT
),
placed AS (
  SELECT
    *,
    row_number() OVER chain_order AS place,
    -- One sum for three counts takes a third of the time.
    (sum(is_prompt::BIGINT + is_boundary::BIGINT * 1_000_000 + begins_reply::BIGINT * 1_000_000_000_000) OVER chain_order)::BIGINT AS counts
  FROM batch_events
  WINDOW chain_order AS (PARTITION BY session_number, chain ORDER BY position, source_id, line, block ROWS UNBOUNDED PRECEDING)
)
SELECT
  placed.* EXCLUDE (model_number, begins_reply, counts),
  chain = 'main' AS is_main,
  coalesce(agent_number, (SELECT number FROM fact_names WHERE name = '(none)')) AS agent_number,
  coalesce(model_number, (SELECT number FROM fact_names WHERE name = '(none)')) AS model_number,
  TRY_CAST((epoch_us(occurred_at) - (epoch_us(occurred_at) % 900_000_000 + 900_000_000) % 900_000_000) // 900_000_000 AS INTEGER) AS quarter,
  -- Of its chain up to here: prompts of humans, compactions, replies that have begun.
  counts % 1_000_000 AS prompts_so_far,
  counts // 1_000_000 % 1_000_000 AS compactions_so_far,
  counts // 1_000_000_000_000 AS replies_so_far
FROM placed
LEFT JOIN fact_chains USING (session_number, chain)
