-- Who filled the contexts, and what did it cost to read it in every request?
-- One row per group and owner, the most tokens first.
WITH chosen AS (
  SELECT *, coalesce(quarter // 96, 0) AS day
  FROM (
    FROM chosen_context_owners
  )
),
rates_wanted AS (
  SELECT DISTINCT model_number, service, is_long, day FROM chosen WHERE tokens > 0
),
kinds AS (
  SELECT unnest(['input', 'read', 'write_5m', 'write_1h']) AS kind
),
-- The price of one kind of token, by as many of it as are in a request that is as long.
replies_to_price AS (
  SELECT
    concat_ws(' ', kind, model_number, service, is_long, day) AS reply_key,
    kind, model_number, rates_wanted.service AS service, is_long, day, name AS model,
    make_timestamptz(day * 86_400_000_000) AS occurred_at,
    CASE WHEN is_long THEN 1_000_000 ELSE 100_000 END AS amount,
    CASE kind WHEN 'input' THEN amount ELSE 0 END AS input_tokens,
    CASE kind WHEN 'read' THEN amount ELSE 0 END AS cache_read_tokens,
    CASE kind WHEN 'write_5m' THEN amount ELSE 0 END AS write_5m_tokens,
    CASE kind WHEN 'write_1h' THEN amount ELSE 0 END AS write_1h_tokens,
    0 AS output_tokens,
    0 AS web_searches
  FROM rates_wanted
  CROSS JOIN kinds
  JOIN fact_names ON number = model_number
),
priced AS (
  FROM priced_replies
),
rates AS (
  SELECT
    model_number, service, is_long, day,
    max(micro_usd / amount) FILTER (WHERE kind = 'input')    AS input_rate,
    max(micro_usd / amount) FILTER (WHERE kind = 'read')     AS read_rate,
    max(micro_usd / amount) FILTER (WHERE kind = 'write_5m') AS write_5m_rate,
    max(micro_usd / amount) FILTER (WHERE kind = 'write_1h') AS write_1h_rate
  FROM priced
  GROUP BY ALL
),
counted AS (
  SELECT
    group_key, owner_kind, owner,
    sum(items) AS items, sum(chars) AS chars, sum(requests) AS requests, sum(tokens) AS tokens, sum(cached_tokens) AS cached_tokens,
    sum(
      (input_tokens * input_rate + cached_tokens * read_rate + write_5m_tokens * write_5m_rate + write_1h_tokens * write_1h_rate)::DECIMAL(28, 6)
    ) / 1_000_000 AS usd
  FROM chosen
  LEFT JOIN rates USING (model_number, service, is_long, day)
  GROUP BY group_key, owner_kind, owner
)
SELECT
  group_name                                                                        AS group_name,
  owner_kind                                                                        AS owner_kind,
  owner                                                                             AS owner,
  items::BIGINT                                                                     AS items,
  chars::BIGINT                                                                     AS added_chars,
  requests::BIGINT                                                                  AS requests,
  tokens::BIGINT                                                                    AS tokens,
  (tokens / nullif(sum(tokens) OVER (PARTITION BY group_key), 0))::DOUBLE           AS tokens_share,
  cached_tokens::BIGINT                                                             AS cached_tokens,
  usd::DOUBLE                                                                       AS usd
FROM counted
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name, tokens DESC, owner_kind, owner
