-- By how much does the context of the main chain grow with a prompt?
-- One row per group: over its prompts of which the size before and after is known, without a compaction between.
WITH counted AS (
  SELECT
    group_key,
    count(*)                                      AS prompts,
    count(growth)                                 AS known,
    count(*) FILTER (compacted > 0)               AS compacted,
    avg(growth)                                   AS mean,
    quantile_cont(growth, [0.5, 0.9])             AS growths,
    max(growth)                                   AS largest
  FROM (
    FROM chosen_turns
  )
  LEFT JOIN (
    FROM prompt_contexts
  ) AS contexts USING (session_number, turn)
  GROUP BY group_key
)
SELECT
  group_name           AS group_name,
  prompts              AS prompts,
  known                AS known,
  compacted            AS compacted,
  mean                 AS mean,
  growths[1]::DOUBLE   AS median,
  growths[2]::DOUBLE   AS p90,
  largest              AS largest
FROM counted
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name
