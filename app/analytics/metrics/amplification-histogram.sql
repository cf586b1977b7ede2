-- How many prompts led to how much work of the main chain?
-- One row per group, measure and bucket; buckets double: 0, 1, 2 to 3, 4 to 7 and so on.
WITH chosen AS (
  SELECT
    group_key,
    CASE WHEN responses > 0 THEN 1 + floor(log2(responses))::INTEGER ELSE 0 END AS responses,
    CASE WHEN tool_calls > 0 THEN 1 + floor(log2(tool_calls))::INTEGER ELSE 0 END AS tool_calls,
    CASE WHEN prompt_chars > response_chars THEN 0 WHEN prompt_chars > 0 THEN 1 + floor(log2(response_chars // prompt_chars))::INTEGER END AS chars
  FROM (
    FROM first_turns
  )
),
counted AS (
  SELECT group_key, 'responses' AS measure, responses AS bucket, count(*) AS turns FROM chosen GROUP BY ALL
  UNION ALL
  SELECT group_key, 'tool calls', tool_calls, count(*) FROM chosen GROUP BY ALL
  UNION ALL
  SELECT group_key, 'characters out per character in', chars, count(*) FROM chosen WHERE chars IS NOT NULL GROUP BY ALL
)
SELECT
  group_name                                                        AS group_name,
  measure                                                           AS measure,
  (CASE bucket WHEN 0 THEN 0 ELSE 2 ** (bucket - 1) END)::BIGINT    AS from_value,
  (CASE bucket WHEN 0 THEN 0 ELSE 2 ** bucket - 1 END)::BIGINT      AS to_value,
  turns                                                             AS turns
FROM counted
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name, measure, from_value
