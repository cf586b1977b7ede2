-- How much did agents do for each prompt of a human?
-- One row per group.
WITH counted AS (
  SELECT
    group_key,
    sum(prompts) AS prompts, sum(responses) AS responses, sum(tool_calls) AS tool_calls,
    sum(prompt_chars) AS prompt_chars, sum(response_chars) AS response_chars
  FROM (
    FROM first_activity
  )
  GROUP BY group_key
)
SELECT
  group_name                                            AS group_name,
  prompts::BIGINT                                       AS prompts,
  responses::BIGINT                                     AS responses,
  tool_calls::BIGINT                                    AS tool_calls,
  prompt_chars::BIGINT                                  AS prompt_chars,
  response_chars::BIGINT                                AS response_chars,
  (responses / nullif(prompts, 0))::DOUBLE              AS responses_per_prompt,
  (tool_calls / nullif(prompts, 0))::DOUBLE             AS tool_calls_per_prompt,
  (response_chars / nullif(prompt_chars, 0))::DOUBLE    AS output_per_input
FROM counted
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name
