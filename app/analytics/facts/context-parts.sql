-- What were the contexts filled with?
-- One new row per session of this batch, main chain or sub-agents, model, quarter of an hour, part and tool.
INSERT INTO context_parts BY NAME
WITH calls AS (
  SELECT session_number, tool_use_id, any_value(tool_name) AS tool_name
  FROM fact_events
  WHERE kind = 'tool_call' AND tool_use_id IS NOT NULL
  GROUP BY session_number, tool_use_id
),
beginnings AS (
  SELECT source_id, min(line) AS line
  FROM token_usage
  WHERE session_id IN (SELECT unnest($sessions::VARCHAR[])) AND NOT is_copy AND model <> '<synthetic>'
  GROUP BY source_id, reply_key
),
placed AS (
  SELECT
    fact_events.*,
    beginnings.line IS NOT NULL AND block = 0 AS begins_reply,
    count(*) FILTER (WHERE is_boundary) OVER (PARTITION BY session_number, chain ORDER BY place ROWS UNBOUNDED PRECEDING) AS stretch
  FROM fact_events
  LEFT JOIN beginnings USING (source_id, line)
),
read AS (
  SELECT
    *,
    count(*) FILTER (WHERE begins_reply) OVER (PARTITION BY session_number, chain, stretch)
      - count(*) FILTER (WHERE begins_reply) OVER (PARTITION BY session_number, chain, stretch ORDER BY place ROWS UNBOUNDED PRECEDING) AS times_read,
    CASE WHEN kind = 'tool_result' THEN tool_use_id END AS answered_id,
    CASE
      WHEN kind = 'prompt' AND class = 'compaction_summary' THEN 'summary'
      WHEN kind = 'prompt' AND class IN ('human_prompt', 'queued_prompt', 'command', 'bash_input', 'sidechain_prompt') THEN 'prompt'
      WHEN kind = 'prompt' THEN 'injected'
      WHEN kind IN ('response', 'thinking', 'tool_call', 'tool_result') THEN kind
    END AS part
  FROM placed
)
SELECT
  read.session_number                                                                   AS session_number,
  is_main                                                                               AS is_main,
  model                                                                                 AS model,
  quarter_at                                                                            AS quarter_at,
  part                                                                                  AS part,
  CASE WHEN part IN ('tool_call', 'tool_result') THEN coalesce(read.tool_name, calls.tool_name, '') ELSE '' END AS tool_name,
  count(*)                                                                              AS items,
  sum(chars)                                                                            AS added_chars,
  sum(chars::HUGEINT * times_read)                                                      AS read_chars
FROM read
LEFT JOIN calls ON calls.session_number = read.session_number AND calls.tool_use_id = read.answered_id
WHERE part IS NOT NULL
GROUP BY ALL
