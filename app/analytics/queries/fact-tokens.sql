-- How many tokens did each model use, each reply once in the whole store?
-- One row per group and model, most output first.
-- From the facts; stats-tokens answers the same where they are not made.
WITH grouped AS (
  FROM counted_fact_sessions
)
SELECT
  group_key                                          AS group_key,
  name                                               AS model,
  sum(replies)::BIGINT                               AS replies,
  TRY_CAST(sum(input_tokens) AS BIGINT)                          AS input_tokens,
  TRY_CAST(sum(output_tokens) AS BIGINT)                         AS output_tokens,
  TRY_CAST(sum(cache_read_tokens) AS BIGINT)                     AS cache_read_tokens,
  TRY_CAST(sum(write_5m_tokens::HUGEINT + write_1h_tokens) AS BIGINT)     AS cache_write_tokens,
  sum(understated_replies)::BIGINT                   AS understated_replies
FROM spending
JOIN grouped USING (session_number)
JOIN fact_names ON number = model_number
GROUP BY group_key, name
ORDER BY group_key, sum(output_tokens) DESC NULLS LAST, name
