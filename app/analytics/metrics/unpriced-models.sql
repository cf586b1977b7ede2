-- Which models have no price?
-- One row per model and service, most used first.
SELECT
  name                             AS model,
  service                          AS service,
  sum(requests)::BIGINT            AS replies,
  TRY_CAST(sum(input_tokens) AS BIGINT)        AS input_tokens,
  TRY_CAST(sum(output_tokens) AS BIGINT)       AS output_tokens,
  TRY_CAST(sum(cache_read_tokens) AS BIGINT)   AS cache_read_tokens,
  TRY_CAST(sum(write_5m_tokens::HUGEINT + write_1h_tokens) AS BIGINT) AS cache_write_tokens
FROM (
  FROM chosen_spending
)
JOIN fact_names ON number = model_number
WHERE known = 'unknown'
GROUP BY name, service
ORDER BY replies DESC, model, service
