-- How many tokens did the replies use, each reply once in the whole store?
-- One row per group in which something happened; where no reply has usage, its tokens are not available.
WITH present AS (
  SELECT DISTINCT group_key
  FROM (
    FROM first_activity
  )
),
counted AS (
  SELECT
    group_key,
    sum(replies) AS replies, sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens,
    sum(cache_read_tokens) AS cache_read_tokens, sum(write_5m_tokens::HUGEINT + write_1h_tokens) AS cache_write_tokens, sum(seen_tokens) AS seen_tokens, sum(seen_cache_tokens) AS seen_cache_tokens,
    sum(understated_replies) AS understated_replies, sum(thinking_tokens) AS thinking_tokens, sum(thinking_replies) AS thinking_replies
  FROM (
    FROM first_spending
  )
  GROUP BY group_key
)
SELECT
  group_name                                              AS group_name,
  coalesce(replies, 0)::BIGINT                            AS replies,
  TRY_CAST(input_tokens AS BIGINT)                        AS input_tokens,
  TRY_CAST(output_tokens AS BIGINT)                       AS output_tokens,
  TRY_CAST(cache_read_tokens AS BIGINT)                   AS cache_read_tokens,
  TRY_CAST(cache_write_tokens AS BIGINT)                  AS cache_write_tokens,
  (seen_cache_tokens / nullif(seen_tokens, 0))::DOUBLE     AS cache_hit_share,
  coalesce(understated_replies, 0)::BIGINT                AS understated_replies,
  TRY_CAST(thinking_tokens AS BIGINT)                     AS thinking_tokens,
  coalesce(thinking_replies, 0)::BIGINT                   AS thinking_replies
FROM present
FULL JOIN counted USING (group_key)
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name
