-- What did the replies use and cost, as the record says, else by the price of that day?
-- One new row per session whose replies changed, main chain or sub-agents, model, service, quarter of an hour and way of knowing.
INSERT INTO spending BY NAME
WITH replies_to_price AS (
  SELECT replies.*, name AS model
  FROM replies
  SEMI JOIN changed_spending USING (session_number)
  JOIN fact_names ON number = model_number
),
priced AS (
  FROM priced_replies
)
SELECT
  session_number                                                                       AS session_number,
  is_main                                                                              AS is_main,
  agent_number                                                                         AS agent_number,
  model_number                                                                         AS model_number,
  service                                                                              AS service,
  quarter                                                                              AS quarter,
  CASE WHEN recorded_usd IS NOT NULL THEN 'recorded' WHEN micro_usd IS NOT NULL THEN 'computed' ELSE 'unknown' END AS known,
  count(*) FILTER (WHERE iteration_kind IS NULL)                                       AS replies,
  count(*)                                                                             AS requests,
  TRY_CAST(sum(input_tokens) AS BIGINT)                                                AS input_tokens,
  TRY_CAST(sum(output_tokens) AS BIGINT)                                               AS output_tokens,
  TRY_CAST(sum(cache_read_tokens) AS BIGINT)                                           AS cache_read_tokens,
  TRY_CAST(sum(write_5m_tokens) AS BIGINT)                                             AS write_5m_tokens,
  TRY_CAST(sum(write_1h_tokens) AS BIGINT)                                             AS write_1h_tokens,
  TRY_CAST(sum(web_searches) AS BIGINT)                                                AS web_searches,
  TRY_CAST(sum(seen_tokens) AS BIGINT)                                                 AS seen_tokens,
  TRY_CAST(sum(cache_read_tokens) FILTER (WHERE seen_tokens IS NOT NULL) AS BIGINT)    AS seen_cache_tokens,
  count(*) FILTER (WHERE is_understated)                                               AS understated_replies,
  skill                                                                                AS skill,
  TRY_CAST(sum(thinking_tokens) AS BIGINT)                                             AS thinking_tokens,
  count(thinking_tokens)                                                               AS thinking_replies,
  sum(coalesce(recorded_usd, micro_usd / 1_000_000))                                   AS usd
FROM (
  -- Of every request that records all three: the context of a reply is that of its last request only.
  SELECT *, input_tokens::HUGEINT + cache_read_tokens + write_5m_tokens + write_1h_tokens AS seen_tokens
  FROM priced
)
GROUP BY ALL
