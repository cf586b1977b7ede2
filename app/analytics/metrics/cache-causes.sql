-- Why did replies read less from the prompt cache than the request before had put there, and what did that cost?
-- One row per group and cause, the most lost tokens first.
WITH uses AS (
  FROM cache_uses
),
costs AS (
  FROM priced_breaks
)
SELECT
  group_name                                              AS group_name,
  cause                                                   AS cause,
  count(*)                                                AS breaks,
  count(*) FILTER (WHERE known_from = 'service')          AS said_by_service,
  sum(uses.lost_tokens)::BIGINT                     AS lost_tokens,
  (sum(uses.lost_tokens) / sum(sum(uses.lost_tokens)) OVER (PARTITION BY group_name))::DOUBLE AS lost_share,
  sum(usd)::DOUBLE                                        AS usd,
  count(*) FILTER (WHERE usd IS NULL)                     AS unpriced_breaks
FROM (
  FROM chosen_replies
) AS chosen
JOIN uses USING (reply_key)
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
LEFT JOIN costs USING (reply_key)
WHERE is_break
GROUP BY group_name, cause
ORDER BY group_name, lost_tokens DESC, cause
