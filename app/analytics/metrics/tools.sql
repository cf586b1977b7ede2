-- How often was each tool called, how often did it fail, how large were its results, and how long did it take?
-- One row per group and tool, most used first.
WITH counted AS (
  SELECT
    group_key, tool_number, sum(calls)::BIGINT AS calls, sum(errors)::BIGINT AS errors, sum(refusals)::BIGINT AS refusals, sum(interruptions)::BIGINT AS interruptions,
    sum(cancelled)::BIGINT AS cancelled, sum(invalid)::BIGINT AS invalid, sum(answered)::BIGINT AS answered
  FROM (
    FROM chosen_tool_counts
  )
  GROUP BY group_key, tool_number
),
shown AS (
  SELECT group_key, group_name, tool_number, coalesce(nullif(name, ''), '(none)') AS tool_name, server, calls, errors, refusals, interruptions, cancelled, invalid, answered,
    -- Calls that ran to their end.
    answered - refusals - interruptions - cancelled AS n
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
    -- What was cut at a limit may have run for any longer time: where that would change a quantile, it is at least what is shown.
    quantile_cont(CASE WHEN is_cut THEN 2_147_483_647 ELSE narrow(duration_ms) END, [0.5, 0.9, 0.99]) AS ms_at_most,
    count(*) FILTER (WHERE is_cut) AS cut,
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
  n                                             AS n,
  errors                                        AS errors,
  (errors / nullif(n, 0))::DOUBLE               AS error_rate,
  wilson_low(errors, n)::DOUBLE                 AS error_rate_low,
  wilson_high(errors, n)::DOUBLE                AS error_rate_high,
  refusals                                      AS refusals,
  interruptions                                 AS interruptions,
  cancelled                                     AS cancelled,
  invalid                                       AS invalid,
  calls - answered                              AS unanswered,
  chars_at[1]::DOUBLE                           AS chars_median,
  chars_at[2]::DOUBLE                           AS chars_p90,
  chars_max                                     AS chars_max,
  cut                                           AS cut,
  ms_at[1]::DOUBLE                              AS ms_median,
  coalesce(ms_at_most[1] > ms_at[1], false)     AS ms_median_at_least,
  ms_at[2]::DOUBLE                              AS ms_p90,
  coalesce(ms_at_most[2] > ms_at[2], false)     AS ms_p90_at_least,
  ms_at[3]::DOUBLE                              AS ms_p99,
  coalesce(ms_at_most[3] > ms_at[3], false)     AS ms_p99_at_least,
  ms_total::BIGINT                              AS ms_total,
  coalesce(cut > 0, false)                      AS ms_total_at_least
FROM shown
JOIN measured USING (group_key, tool_number)
ORDER BY group_name, calls DESC, tool_name
