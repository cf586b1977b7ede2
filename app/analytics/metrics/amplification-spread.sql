-- How is the work for one prompt spread: what did the main chain do from one prompt of a human to the next?
-- One row per group and measure.
WITH measured AS (
  SELECT group_name, 'responses' AS measure, responses::DOUBLE AS value FROM (FROM chosen_turns)
  UNION ALL
  SELECT group_name, 'tool calls', tool_calls FROM (FROM chosen_turns)
  UNION ALL
  SELECT group_name, 'characters out per character in', response_chars / prompt_chars FROM (FROM chosen_turns) WHERE prompt_chars > 0
)
SELECT
  group_name                      AS group_name,
  measure                         AS measure,
  count(*)                        AS turns,
  avg(value)                      AS mean,
  min(value)                      AS smallest,
  quantile_cont(value, 0.1)       AS p10,
  quantile_cont(value, 0.25)      AS p25,
  quantile_cont(value, 0.5)       AS median,
  quantile_cont(value, 0.75)      AS p75,
  quantile_cont(value, 0.9)       AS p90,
  quantile_cont(value, 0.99)      AS p99,
  max(value)                      AS largest
FROM measured
GROUP BY group_name, measure
ORDER BY group_name, measure
