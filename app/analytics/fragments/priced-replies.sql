-- What does each reply cost by the price of its day?
-- One row per reply; metrics build on it, over their own replies_to_price. No cost is known where there is no price: micro_usd is null. A count that
-- is not available costs nothing.
SELECT
  replies_to_price.*,
  coalesce(input_tokens, 0) * prices.input + coalesce(output_tokens, 0) * prices.output + coalesce(cache_read_tokens, 0) * prices.cache_read
    + coalesce(write_5m_tokens, 0) * prices.cache_write_5m + coalesce(write_1h_tokens, 0) * prices.cache_write_1h
    + web_searches * $search_usd::DECIMAL(12, 6) * 1000 AS micro_usd
FROM replies_to_price
LEFT JOIN (
  SELECT unnest(from_json($prices::VARCHAR, '[{
    "model": "VARCHAR", "rank": "INTEGER", "from_at": "TIMESTAMPTZ", "until_at": "TIMESTAMPTZ", "over_tokens": "BIGINT", "service": "VARCHAR",
    "input": "DECIMAL(12,6)", "output": "DECIMAL(12,6)", "cache_write_5m": "DECIMAL(12,6)", "cache_write_1h": "DECIMAL(12,6)",
    "cache_read": "DECIMAL(12,6)"
  }]'), recursive := true)
) AS prices
  ON prices.model = replies_to_price.model
  AND prices.service = replies_to_price.service
  AND (over_tokens = 0 OR coalesce(input_tokens, 0)::HUGEINT + coalesce(cache_read_tokens, 0) + coalesce(write_5m_tokens, 0) + coalesce(write_1h_tokens, 0) > over_tokens)
  AND (from_at IS NULL OR replies_to_price.occurred_at >= from_at)
  AND (until_at IS NULL OR replies_to_price.occurred_at < until_at)
QUALIFY row_number() OVER (PARTITION BY reply_key ORDER BY rank, over_tokens DESC, from_at DESC NULLS LAST) = 1
