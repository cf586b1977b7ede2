-- Which models have no price, so that what they cost is not known?
-- One row per model and service, most used first.
SELECT
  name                             AS model,
  service                          AS service,
  sum(replies)::BIGINT             AS replies,
  sum(input_tokens)::BIGINT        AS input_tokens,
  sum(output_tokens)::BIGINT       AS output_tokens,
  sum(cache_read_tokens)::BIGINT   AS cache_read_tokens,
  sum(write_5m_tokens + write_1h_tokens)::BIGINT AS cache_write_tokens
FROM (
  FROM chosen_spending
)
JOIN fact_names ON number = model_number
WHERE known = 'unknown'
GROUP BY name, service
ORDER BY replies DESC, model, service
