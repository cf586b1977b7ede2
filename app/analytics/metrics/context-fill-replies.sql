-- What filled the context of a session at each reply?
-- One row per reply, chain by chain: the characters added since the last compaction and before it.
WITH chosen AS (
  FROM chosen_replies_with_sessions
),
keys AS (
  SELECT DISTINCT session_id FROM chosen
),
parts AS (
  SELECT
    events.chain, place, events.source_id, events.line, events.block, events.kind, events.class, events.chars,
    events.class IN ('compaction', 'compaction_summary') AND events.subtype IN ('compact_boundary', 'root_summary') AS is_boundary
  FROM events
  JOIN sources USING (source_id)
  WHERE events.session_id = $session::VARCHAR AND events.session_id IN (FROM keys) AND NOT is_copy
),
stretches AS (
  SELECT
    *,
    count(CASE WHEN is_boundary THEN 1 END) OVER (PARTITION BY chain ORDER BY place, source_id, line, block ROWS UNBOUNDED PRECEDING) AS stretch
  FROM parts
),
summed AS (
  SELECT
    chain, source_id, line, block,
    coalesce(sum(chars) FILTER (WHERE kind = 'prompt' AND class IN ('human_prompt', 'queued_prompt', 'command', 'bash_input', 'sidechain_prompt')) OVER before, 0) AS prompts,
    coalesce(sum(chars) FILTER (WHERE kind = 'response') OVER before, 0)                                     AS responses,
    coalesce(sum(chars) FILTER (WHERE kind = 'thinking') OVER before, 0)                                     AS thinking,
    coalesce(sum(chars) FILTER (WHERE kind = 'tool_call') OVER before, 0)                                    AS tool_calls,
    coalesce(sum(chars) FILTER (WHERE kind = 'tool_result') OVER before, 0)                                  AS tool_results,
    coalesce(sum(chars) FILTER (WHERE kind = 'prompt' AND class = 'compaction_summary') OVER before, 0)      AS summary,
    coalesce(sum(chars) FILTER (WHERE kind = 'prompt') OVER before, 0)                                       AS all_prompts
  FROM stretches
  WINDOW before AS (PARTITION BY chain, stretch ORDER BY place, source_id, line, block ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
beginnings AS (
  SELECT reply_key, source_id, min(line) AS line
  FROM token_usage
  WHERE session_id = $session::VARCHAR AND NOT is_copy AND iteration IS NULL
  GROUP BY reply_key, source_id
)
SELECT
  chosen.chain                                               AS chain,
  chosen.occurred_at                                         AS occurred_at,
  name                                                       AS model,
  chosen.context_tokens                                      AS context_tokens,
  prompts::BIGINT                                            AS prompts,
  responses::BIGINT                                          AS responses,
  thinking::BIGINT                                           AS thinking,
  tool_calls::BIGINT                                         AS tool_calls,
  tool_results::BIGINT                                       AS tool_results,
  (all_prompts - prompts - summary)::BIGINT                  AS injected,
  summary::BIGINT                                            AS summary,
  chosen.source_id                                           AS source_id,
  chosen.line                                                AS line,
  file_line_of(chosen.source_id, chosen.line)                AS file_line
FROM chosen
JOIN fact_names ON number = model_number
JOIN beginnings USING (reply_key, source_id)
JOIN summed ON summed.source_id = beginnings.source_id AND summed.line = beginnings.line AND summed.block = 0
ORDER BY chosen.chain <> 'main', chosen.chain, chosen.occurred_at, chosen.source_id, chosen.line
