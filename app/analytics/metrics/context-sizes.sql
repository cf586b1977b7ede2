-- How large are the contexts that models see?
-- One row per group: over its replies of which the size is known.
SELECT
  group_name                                     AS group_name,
  count(context_tokens)                          AS replies,
  avg(context_tokens)                            AS mean,
  quantile_cont(context_tokens, 0.5)::DOUBLE     AS median,
  quantile_cont(context_tokens, 0.9)::DOUBLE     AS p90,
  max(context_tokens)                            AS largest
FROM (
  FROM chosen_replies
)
GROUP BY group_name
ORDER BY group_name
