-- How often was each tool called, how often did it fail, how large were its results, and how long did it take?
-- One row per group and tool, most used first.
WITH counted AS (
  SELECT group_key, tool_number, sum(calls)::BIGINT AS calls, sum(errors)::BIGINT AS errors, sum(refusals)::BIGINT AS refusals, sum(answered)::BIGINT AS answered
  FROM (
    FROM chosen_tool_counts
  )
  GROUP BY group_key, tool_number
),
shown AS (
  SELECT group_key, group_name, tool_number, coalesce(nullif(name, ''), '(none)') AS tool_name, server, calls, errors, refusals, answered
  FROM counted
  JOIN (
    FROM chosen_groups
  ) AS groups USING (group_key)
  JOIN fact_names ON number = tool_number
  WHERE calls > 0
  ORDER BY group_name, calls DESC, tool_name
  LIMIT $limit::BIGINT
),
measured AS (
  SELECT
    group_key,
    tool_number,
    quantile_cont(narrow(result_chars), [0.5, 0.9]) AS chars_at,
    max(result_chars) AS chars_max,
    quantile_cont(narrow(duration_ms), [0.5, 0.9, 0.99]) AS ms_at,
    sum(duration_ms) AS ms_total
  FROM (
    FROM chosen_tool_uses
  )
  -- Of many groups only the calls of those that are wanted are looked at.
  SEMI JOIN shown_of_many USING (group_key, tool_number)
  GROUP BY group_key, tool_number
)
SELECT
  group_name                                    AS group_name,
  tool_name                                     AS tool_name,
  server                                        AS server,
  calls                                         AS calls,
  errors                                        AS errors,
  (errors / nullif(answered - refusals, 0))::DOUBLE AS error_rate,
  refusals                                      AS refusals,
  calls - answered                              AS unanswered,
  chars_at[1]::DOUBLE                           AS chars_median,
  chars_at[2]::DOUBLE                           AS chars_p90,
  chars_max                                     AS chars_max,
  ms_at[1]::DOUBLE                              AS ms_median,
  ms_at[2]::DOUBLE                              AS ms_p90,
  ms_at[3]::DOUBLE                              AS ms_p99,
  ms_total::BIGINT                              AS ms_total
FROM shown
JOIN measured USING (group_key, tool_number)
ORDER BY group_name, calls DESC, tool_name
