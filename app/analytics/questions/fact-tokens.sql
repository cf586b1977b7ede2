-- How many tokens did each model use, each reply once in the whole store?
-- One row per group and model, most output first.
-- From the facts; stats-tokens tells the same where they are not made.
WITH grouped AS (
  FROM counted_fact_sessions
)
SELECT
  group_key                                          AS group_key,
  name                                               AS model,
  sum(replies)::BIGINT                               AS replies,
  sum(input_tokens)::BIGINT                          AS input_tokens,
  sum(output_tokens)::BIGINT                         AS output_tokens,
  sum(cache_read_tokens)::BIGINT                     AS cache_read_tokens,
  sum(write_5m_tokens + write_1h_tokens)::BIGINT     AS cache_write_tokens
FROM spending
JOIN grouped USING (session_number)
JOIN fact_names ON number = model_number
GROUP BY group_key, name
ORDER BY group_key, sum(output_tokens) DESC, name
