-- How is the work per prompt distributed: what did the main chain do from one prompt of a human to the next?
-- One row per group and measure. Ratios are added as decimals: the last digit of a mean is the same for every order of the rows.
WITH turns AS (
  SELECT
    group_key,
    narrow(responses) AS responses,
    narrow(tool_calls) AS tool_calls,
    CASE WHEN prompt_chars > 0 THEN response_chars / prompt_chars END AS chars
  FROM (
    FROM first_turns
  )
),
measured AS (
  SELECT
    group_key,
    unnest([
      {'measure': 'responses', 'turns': count(responses), 'mean': avg(responses), 'smallest': min(responses), 'at': quantile_cont(responses, [0.1, 0.25, 0.5, 0.75, 0.9, 0.99]), 'largest': max(responses)},
      {'measure': 'tool calls', 'turns': count(tool_calls), 'mean': avg(tool_calls), 'smallest': min(tool_calls), 'at': quantile_cont(tool_calls, [0.1, 0.25, 0.5, 0.75, 0.9, 0.99]), 'largest': max(tool_calls)},
      {'measure': 'characters out per character in', 'turns': count(chars), 'mean': (sum(chars::DECIMAL(38, 15)) / count(chars))::DOUBLE, 'smallest': min(chars), 'at': quantile_cont(chars, [0.1, 0.25, 0.5, 0.75, 0.9, 0.99]), 'largest': max(chars)}
    ], recursive := true)
  FROM turns
  GROUP BY group_key
)
SELECT
  group_name                      AS group_name,
  measure                         AS measure,
  turns                           AS turns,
  mean                            AS mean,
  smallest                        AS smallest,
  "at"[1]                         AS p10,
  "at"[2]                         AS p25,
  "at"[3]                         AS median,
  "at"[4]                         AS p75,
  "at"[5]                         AS p90,
  "at"[6]                         AS p99,
  largest                         AS largest
FROM measured
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
WHERE turns > 0
ORDER BY group_name, measure
