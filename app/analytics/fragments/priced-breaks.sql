-- What did each reply cost more because a part of its context was no longer in the prompt cache?
-- One row per break; metrics build on it, over their own table of cache_uses named uses. The recorded reply is compared with one that reads these tokens from the cache.
WITH breaks AS (
  SELECT replies.*, name AS model, repeated_tokens
  FROM uses
  JOIN replies USING (reply_key, session_number)
  JOIN fact_names ON number = model_number
  WHERE is_break
),
taken AS (
  SELECT
    *,
    least(repeated_tokens, coalesce(write_1h_tokens, 0)) AS from_1h,
    least(repeated_tokens - from_1h, coalesce(write_5m_tokens, 0)) AS from_5m
  FROM breaks
),
replies_to_price AS (
  SELECT 'was' AS variant, reply_key || ' was' AS reply_key, model, service, occurred_at, input_tokens, output_tokens, cache_read_tokens, write_5m_tokens, write_1h_tokens, web_searches
  FROM taken
  UNION ALL
  SELECT
    'hit', reply_key || ' hit', model, service, occurred_at, input_tokens - (repeated_tokens - from_1h - from_5m), output_tokens,
    coalesce(cache_read_tokens, 0) + repeated_tokens, write_5m_tokens - from_5m, write_1h_tokens - from_1h, web_searches
  FROM taken
),
priced AS (
  FROM priced_replies
)
SELECT was.reply_key[:-5] AS reply_key, ((was.micro_usd - hit.micro_usd) / 1_000_000)::DOUBLE AS usd
FROM priced AS was
JOIN priced AS hit ON was.variant = 'was' AND hit.variant = 'hit' AND was.reply_key[:-5] = hit.reply_key[:-5]
