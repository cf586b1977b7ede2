-- How many tokens did the replies use, each reply once in the whole store?
-- One row per group.
SELECT
  group_name                                              AS group_name,
  sum(replies)::BIGINT                                    AS replies,
  sum(input_tokens)::BIGINT                               AS input_tokens,
  sum(output_tokens)::BIGINT                              AS output_tokens,
  sum(cache_read_tokens)::BIGINT                          AS cache_read_tokens,
  sum(write_5m_tokens + write_1h_tokens)::BIGINT          AS cache_write_tokens,
  (sum(cache_read_tokens) / nullif(sum(context_tokens), 0))::DOUBLE AS cache_hit_share
FROM (
  FROM chosen_spending
)
GROUP BY group_name
ORDER BY group_name
