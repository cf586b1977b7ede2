-- What did the replies use and cost, as the record says, else by the price of that day?
-- One new row per session whose replies changed, main chain or sub-agents, model, service, quarter of an hour and way of knowing.
INSERT INTO spending BY NAME
WITH prices AS (
  SELECT unnest(from_json($prices::VARCHAR, '[{
    "model": "VARCHAR", "rank": "INTEGER", "from_at": "TIMESTAMPTZ", "until_at": "TIMESTAMPTZ", "over_tokens": "BIGINT", "service": "VARCHAR",
    "input": "DECIMAL(12,6)", "output": "DECIMAL(12,6)", "cache_write_5m": "DECIMAL(12,6)", "cache_write_1h": "DECIMAL(12,6)",
    "cache_read": "DECIMAL(12,6)"
  }]'), recursive := true)
),
chosen AS (
  FROM replies
  SEMI JOIN changed_spending USING (session_number)
  JOIN fact_names ON number = model_number
),
priced AS (
  SELECT
    chosen.*,
    input_tokens * prices.input + output_tokens * prices.output + cache_read_tokens * prices.cache_read
      + write_5m_tokens * prices.cache_write_5m + write_1h_tokens * prices.cache_write_1h
      + web_searches * $search_usd::DECIMAL(12, 6) * 1000 AS micro_usd
  FROM chosen
  LEFT JOIN prices
    ON prices.model = chosen.name
    AND prices.service = chosen.service
    AND (over_tokens = 0 OR input_tokens + cache_read_tokens + write_5m_tokens + write_1h_tokens > over_tokens)
    AND (from_at IS NULL OR chosen.occurred_at >= from_at)
    AND (until_at IS NULL OR chosen.occurred_at < until_at)
  QUALIFY row_number() OVER (PARTITION BY reply_key ORDER BY rank, over_tokens DESC, from_at DESC NULLS LAST) = 1
)
SELECT
  session_number                                                                       AS session_number,
  is_main                                                                              AS is_main,
  model_number                                                                         AS model_number,
  service                                                                              AS service,
  quarter                                                                              AS quarter,
  CASE WHEN recorded_usd IS NOT NULL THEN 'recorded' WHEN micro_usd IS NOT NULL THEN 'computed' ELSE 'unknown' END AS known,
  count(*)                                                                             AS replies,
  sum(input_tokens)                                                                    AS input_tokens,
  sum(output_tokens)                                                                   AS output_tokens,
  sum(cache_read_tokens)                                                               AS cache_read_tokens,
  sum(write_5m_tokens)                                                                 AS write_5m_tokens,
  sum(write_1h_tokens)                                                                 AS write_1h_tokens,
  sum(web_searches)                                                                    AS web_searches,
  coalesce(sum(context_tokens), 0)                                                     AS context_tokens,
  sum(coalesce(recorded_usd, micro_usd / 1_000_000))                                   AS usd
FROM priced
GROUP BY ALL
