-- What did the main chain do after each prompt of a human, up to the next one?
-- One new row per prompt of the sessions of this batch.
INSERT INTO turns BY NAME
SELECT
  session_number                                              AS session_number,
  prompts_so_far::INTEGER                                     AS turn,
  true                                                        AS is_main,
  any_value(agent_number)                                     AS agent_number,
  any_value(model_number) FILTER (WHERE is_prompt)            AS model_number,
  any_value(quarter) FILTER (WHERE is_prompt)                 AS quarter,
  any_value(occurred_at) FILTER (WHERE is_prompt)             AS prompt_at,
  any_value(source_id) FILTER (WHERE is_prompt)               AS source_id,
  any_value(line) FILTER (WHERE is_prompt)                    AS line,
  any_value(commit_id) FILTER (WHERE is_prompt)               AS commit_id,
  any_value(chars) FILTER (WHERE is_prompt)                   AS prompt_chars,
  count(*) FILTER (WHERE kind = 'response')                   AS responses,
  count(*) FILTER (WHERE kind = 'tool_call')                  AS tool_calls,
  coalesce(sum(chars) FILTER (WHERE kind = 'response'), 0)    AS response_chars
FROM fact_events
WHERE is_main AND prompts_so_far > 0
GROUP BY session_number, prompts_so_far
