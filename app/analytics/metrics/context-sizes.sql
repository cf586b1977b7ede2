-- How large are the contexts that models see?
-- One row per group: over its replies of which the size is known.
WITH counted AS (
  SELECT
    group_key,
    count(context_tokens) AS replies,
    avg(context_tokens) AS mean,
    quantile_cont(narrow(context_tokens), [0.5, 0.9]) AS sizes,
    max(context_tokens) AS largest
  FROM (
    FROM first_replies
  )
  GROUP BY group_key
)
SELECT
  group_name        AS group_name,
  replies           AS replies,
  mean              AS mean,
  sizes[1]::DOUBLE     AS median,
  sizes[2]::DOUBLE     AS p90,
  largest           AS largest
FROM counted
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name
