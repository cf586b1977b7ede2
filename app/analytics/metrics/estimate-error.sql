-- How far off are estimates of tokens from the usage that replies report?
-- One row per group: over steps from one reply of a chain to the next, with no compaction between them.
WITH steps AS (
  FROM estimated_steps
)
SELECT
  group_name                                                                   AS group_name,
  count(*)                                                                     AS steps,
  quantile_cont(abs(estimate - growth) / context_after, 0.5)                   AS context_error,
  quantile_cont(abs(estimate - growth) / context_after, 0.9)                   AS context_error_p90,
  quantile_cont(abs(estimate - growth) / growth, 0.5)                          AS growth_error,
  quantile_cont(abs(estimate - growth) / growth, 0.9)                          AS growth_error_p90,
  (sum(estimate::DECIMAL(18, 3))::DOUBLE / sum(growth) - 1)::DOUBLE           AS bias,
  quantile_cont(abs(ceil(steps.chars / 4) - growth) / growth, 0.5)             AS rule_error,
  (sum(ceil(steps.chars / 4)) / sum(growth) - 1)::DOUBLE                       AS rule_bias,
  quantile_cont(steps.chars / growth, 0.5)                                     AS chars_per_token
FROM (
  FROM chosen_replies
) AS chosen
JOIN steps USING (reply_key)
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
GROUP BY group_name
ORDER BY group_name
