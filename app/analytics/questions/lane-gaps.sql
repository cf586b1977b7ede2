-- What was each lane doing between one event and the next?
-- One row per stretch between two neighbouring events of a chain; questions build on it, over their own chosen_events and chosen_spans.
-- A main lane is as long as its session: records that are no events, and sub-agents, may be earlier or later than all of its events.
--   tool        a call waits for its result, or a shell line that a person typed for its output
--   idle        the threshold or longer; in a sub-agent's lane also waiting for whoever started it
--   compaction  ends in a compaction boundary or its summary
--   thinking    ends in a thinking block
--   agent       ends in what the model wrote, or the model is due to write
--   human       ends in anything else, and the model has finished: a prompt is pending
WITH main_lanes AS (
  SELECT session_id, min(occurred_at) AS first_event_at, max(occurred_at) AS last_event_at
  FROM chosen_events
  WHERE chain = 'main'
  GROUP BY session_id
),
moments_told AS (
  SELECT session_id, chain, kind, class, subtype, tool_name, tool_use_id, commit_id, model, occurred_at, source_id, line, block
  FROM chosen_events
  UNION ALL BY NAME
  SELECT session_id, 'main' AS chain, first_at AS occurred_at FROM chosen_spans JOIN main_lanes USING (session_id) WHERE first_at < first_event_at
  UNION ALL BY NAME
  SELECT session_id, 'main' AS chain, last_at AS occurred_at FROM chosen_spans JOIN main_lanes USING (session_id) WHERE last_at > last_event_at
),
lane AS (
  SELECT *, row_number() OVER (PARTITION BY session_id, chain ORDER BY occurred_at, source_id, line, block) AS place
  FROM moments_told
),
answers AS (
  SELECT session_id, chain, calls.place AS call_place, min(results.place) AS result_place
  FROM lane AS calls
  JOIN lane AS results USING (session_id, chain, tool_use_id)
  WHERE calls.kind = 'tool_call' AND results.kind = 'tool_result' AND results.place > calls.place
  GROUP BY session_id, chain, call_place
),
turns AS (
  SELECT session_id, chain, call_place AS place, 1 AS step FROM answers
  UNION ALL
  SELECT session_id, chain, result_place AS place, -1 AS step FROM answers
),
steps AS (
  SELECT session_id, chain, place, sum(step) AS step FROM turns GROUP BY session_id, chain, place
),
moments AS (
  SELECT
    lane.*,
    sum(coalesce(step, 0)) OVER so_far AS open_calls,
    last_value(CASE WHEN kind = 'tool_call' THEN tool_name END IGNORE NULLS) OVER so_far AS last_tool,
    -- Whether the model is due to write after this event; null: the event changes nothing.
    last_value(CASE
      WHEN kind IN ('tool_result', 'thinking') THEN true
      WHEN kind IN ('response', 'tool_call', 'error') THEN false
      WHEN kind = 'system' AND subtype = 'local_command' THEN false
      WHEN kind <> 'prompt' OR class IN ('compaction_summary', 'system_reminder') THEN NULL
      ELSE class NOT IN ('local_command', 'bash_injection', 'interrupt', 'empty')
    END IGNORE NULLS) OVER so_far AS model_due,
    lead(occurred_at) OVER chain_order AS next_at,
    lead(kind) OVER chain_order AS next_kind,
    lead(class) OVER chain_order AS next_class,
    lead(model) OVER chain_order AS next_model,
    lead(commit_id) OVER chain_order AS next_commit_id
  FROM lane
  LEFT JOIN steps USING (session_id, chain, place)
  WINDOW
    chain_order AS (PARTITION BY session_id, chain ORDER BY place),
    so_far AS (PARTITION BY session_id, chain ORDER BY place ROWS UNBOUNDED PRECEDING)
)
SELECT
  session_id                     AS session_id,
  chain                          AS chain,
  place                          AS place,
  occurred_at                    AS start_at,
  next_at                        AS end_at,
  model                          AS model,
  next_model                     AS next_model,
  commit_id                      AS commit_id,
  next_commit_id                 AS next_commit_id,
  open_calls                     AS open_calls,
  last_tool                      AS last_tool,
  CASE
    WHEN open_calls > 0 OR next_class = 'bash_injection' THEN 'tool'
    WHEN date_diff('millisecond', occurred_at, next_at) >= $idle_ms::BIGINT THEN 'idle'
    WHEN next_class IN ('compaction', 'compaction_summary') THEN 'compaction'
    WHEN next_kind = 'thinking' THEN 'thinking'
    WHEN next_kind IN ('response', 'tool_call', 'output', 'error') THEN 'agent'
    WHEN coalesce(model_due, false) THEN 'agent'
    WHEN chain = 'main' THEN 'human'
    ELSE 'idle'
  END                            AS state
FROM moments
WHERE next_at > occurred_at
