-- What happened in each session of this batch, without copies?
-- One new row per session, main chain or sub-agents, model and quarter of an hour.
INSERT INTO activity BY NAME
SELECT
  session_number                                                           AS session_number,
  is_main                                                                  AS is_main,
  agent_number                                                             AS agent_number,
  model_number                                                             AS model_number,
  quarter                                                                  AS quarter,
  min(occurred_at)                                                         AS first_at,
  max(occurred_at)                                                         AS last_at,
  count(*)                                                                 AS events,
  count(*) FILTER (WHERE is_prompt)                                        AS prompts,
  coalesce(sum(chars) FILTER (WHERE is_prompt), 0)                         AS prompt_chars,
  count(*) FILTER (WHERE kind = 'prompt' AND class IN ('command', 'bash_input')) AS commands,
  count(*) FILTER (WHERE kind = 'response')                                AS responses,
  coalesce(sum(chars) FILTER (WHERE kind = 'response'), 0)                 AS response_chars,
  count(*) FILTER (WHERE kind = 'thinking')                                AS thinking_blocks,
  coalesce(sum(chars) FILTER (WHERE kind = 'thinking'), 0)                 AS thinking_chars,
  count(*) FILTER (WHERE kind = 'tool_call')                               AS tool_calls,
  coalesce(sum(chars) FILTER (WHERE kind = 'tool_call'), 0)                AS tool_call_chars,
  count(*) FILTER (WHERE kind = 'tool_result')                             AS tool_results,
  coalesce(sum(chars) FILTER (WHERE kind = 'tool_result'), 0)              AS result_chars,
  count(*) FILTER (WHERE kind = 'tool_result' AND is_error AND NOT is_refusal(permission)) AS failed_results,
  count(*) FILTER (WHERE kind = 'tool_result' AND is_refusal(permission))  AS refused_results,
  count(*) FILTER (WHERE kind = 'error')                                   AS errors,
  count(*) FILTER (WHERE kind = 'prompt' AND NOT is_prompt AND class NOT IN ('command', 'bash_input')) AS injected,
  coalesce(sum(chars) FILTER (WHERE kind = 'prompt' AND NOT is_prompt AND class NOT IN ('command', 'bash_input')), 0) AS injected_chars,
  count(*) FILTER (WHERE is_boundary)                                      AS compactions,
  min(occurred_at) IS NOT NULL
    AND row_number() OVER (PARTITION BY session_number ORDER BY min(occurred_at), NOT is_main, agent_number, model_number, quarter) = 1 AS is_first
FROM fact_events
GROUP BY session_number, is_main, agent_number, model_number, quarter
