-- How many prompts led to how much work of the main chain?
-- One row per group, measure and bucket; buckets double: 0, 1, 2 to 3, 4 to 7 and so on.
WITH chosen AS (
  FROM chosen_turns
),
measured AS (
  SELECT group_name, 'responses' AS measure, responses AS value FROM chosen
  UNION ALL
  SELECT group_name, 'tool calls', tool_calls FROM chosen
  UNION ALL
  SELECT group_name, 'characters out per character in', response_chars // prompt_chars FROM chosen WHERE prompt_chars > 0
)
SELECT
  group_name                                                        AS group_name,
  measure                                                           AS measure,
  (CASE WHEN value = 0 THEN 0 ELSE 2 ** floor(log2(value)) END)::BIGINT AS from_value,
  (CASE WHEN value = 0 THEN 0 ELSE 2 ** (floor(log2(value)) + 1) - 1 END)::BIGINT AS to_value,
  count(*)                                                          AS turns
FROM measured
GROUP BY ALL
ORDER BY group_name, measure, from_value
