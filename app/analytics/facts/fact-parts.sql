-- What did each event of the sessions of this batch put into the context, and how often was it read there?
-- Makes a table for this batch. One row per event that puts something in; tool_name only for calls and results.
CREATE OR REPLACE TEMP TABLE fact_parts AS
WITH calls AS (
  SELECT session_number, tool_use_id, min(tool_name) AS tool_name
  FROM fact_events
  WHERE kind = 'tool_call' AND tool_use_id IS NOT NULL
  GROUP BY session_number, tool_use_id
),
-- What was put in is read by the replies after it, up to the next compaction.
ends AS (
  SELECT session_number, chain, compactions_so_far, max(replies_so_far) AS replies
  FROM fact_events
  GROUP BY session_number, chain, compactions_so_far
)
SELECT
  fact_events.session_number,
  is_main,
  agent_number,
  model_number,
  quarter,
  CASE
    WHEN kind <> 'prompt' THEN kind
    WHEN class = 'compaction_summary' THEN 'summary'
    WHEN class IN ('human_prompt', 'queued_prompt', 'command', 'bash_input', 'sidechain_prompt') THEN 'prompt'
    ELSE 'injected'
  END AS part,
  CASE kind WHEN 'tool_call' THEN coalesce(fact_events.tool_name, '') WHEN 'tool_result' THEN coalesce(fact_events.tool_name, calls.tool_name, '') END AS tool_name,
  chars,
  chars * (ends.replies - replies_so_far) AS read_chars
FROM (SELECT *, CASE kind WHEN 'tool_result' THEN tool_use_id END AS answered_id FROM fact_events) AS fact_events
JOIN ends
  ON ends.session_number = fact_events.session_number AND ends.chain = fact_events.chain AND ends.compactions_so_far = fact_events.compactions_so_far
LEFT JOIN calls ON calls.session_number = fact_events.session_number AND calls.tool_use_id = answered_id
WHERE kind IN ('prompt', 'response', 'thinking', 'tool_call', 'tool_result')
