-- What did each skill use and cost?
-- One row per group and skill, the one with the most output first. Only replies that the client attributes to a skill.
SELECT
  group_name                                                    AS group_name,
  skill                                                         AS skill,
  sum(replies)::BIGINT                                          AS replies,
  TRY_CAST(sum(input_tokens) AS BIGINT)                         AS input_tokens,
  TRY_CAST(sum(cache_read_tokens) AS BIGINT)                    AS cache_read_tokens,
  TRY_CAST(sum(write_5m_tokens::HUGEINT + write_1h_tokens) AS BIGINT) AS cache_write_tokens,
  TRY_CAST(sum(output_tokens) AS BIGINT)                        AS output_tokens,
  sum(usd)::DOUBLE                                              AS usd,
  coalesce(sum(requests) FILTER (WHERE known = 'unknown'), 0)::BIGINT AS unpriced_replies
FROM (
  FROM chosen_spending
)
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
WHERE skill IS NOT NULL
GROUP BY group_name, skill
ORDER BY group_name, output_tokens DESC NULLS LAST, skill
