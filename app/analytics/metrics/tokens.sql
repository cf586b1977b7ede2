-- How many tokens did the replies use, each reply once in the whole store?
-- One row per group in which something happened; where no reply says what it used, its tokens are not known.
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
    sum(cache_read_tokens) AS cache_read_tokens, sum(write_5m_tokens + write_1h_tokens) AS cache_write_tokens, sum(context_tokens) AS context_tokens
  FROM (
    FROM first_spending
  )
  GROUP BY group_key
)
SELECT
  group_name                                              AS group_name,
  coalesce(replies, 0)::BIGINT                            AS replies,
  input_tokens::BIGINT                                    AS input_tokens,
  output_tokens::BIGINT                                   AS output_tokens,
  cache_read_tokens::BIGINT                               AS cache_read_tokens,
  cache_write_tokens::BIGINT                              AS cache_write_tokens,
  (cache_read_tokens / nullif(context_tokens, 0))::DOUBLE AS cache_hit_share
FROM present
FULL JOIN counted USING (group_key)
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name
