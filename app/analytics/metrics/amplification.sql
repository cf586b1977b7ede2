-- How much did agents do for each prompt of a human?
-- One row per group.
SELECT
  group_name                                                      AS group_name,
  sum(prompts)::BIGINT                                            AS prompts,
  sum(responses)::BIGINT                                          AS responses,
  sum(tool_calls)::BIGINT                                         AS tool_calls,
  sum(prompt_chars)::BIGINT                                       AS prompt_chars,
  sum(response_chars)::BIGINT                                     AS response_chars,
  (sum(responses) / nullif(sum(prompts), 0))::DOUBLE              AS responses_per_prompt,
  (sum(tool_calls) / nullif(sum(prompts), 0))::DOUBLE             AS tool_calls_per_prompt,
  (sum(response_chars) / nullif(sum(prompt_chars), 0))::DOUBLE    AS output_per_input
FROM (
  FROM chosen_activity
)
GROUP BY group_name
ORDER BY group_name
