-- How much of what requests had put into the prompt cache did the next ones read?
-- One row per group: over its replies that another reply of the same chain precedes.
WITH uses AS (
  FROM cache_uses
)
SELECT
  group_name                                        AS group_name,
  count(*)                                          AS replies,
  count(*) FILTER (WHERE is_break)                  AS breaks,
  sum(expected_tokens)::BIGINT                      AS expected_tokens,
  sum(least(read_tokens, expected_tokens))::BIGINT  AS found_tokens,
  sum(uses.lost_tokens)::BIGINT               AS lost_tokens,
  (sum(uses.lost_tokens) / nullif(sum(expected_tokens), 0))::DOUBLE AS lost_share
FROM (
  FROM chosen_replies
) AS chosen
JOIN uses USING (reply_key, session_number)
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
GROUP BY group_name
ORDER BY group_name
