-- How often was each tool called, how often did it fail, how much did it give back, and how long did it take?
-- One row per group and tool, most used first.
WITH counted AS (
  SELECT
    group_name,
    tool_name,
    server,
    count(*) AS calls,
    count(*) FILTER (WHERE is_error) AS errors,
    count(*) FILTER (WHERE has_result) AS answered,
    quantile_cont(result_chars, [0.5, 0.9]) AS chars_at,
    max(result_chars) AS chars_max,
    quantile_cont(duration_ms, [0.5, 0.9, 0.99]) AS ms_at,
    sum(duration_ms) AS ms_total
  FROM (
    FROM chosen_tool_uses
  )
  GROUP BY group_name, tool_name, server
)
SELECT
  group_name                                    AS group_name,
  coalesce(nullif(tool_name, ''), '(none)')     AS tool_name,
  server                                        AS server,
  calls                                         AS calls,
  errors                                        AS errors,
  (errors / nullif(answered, 0))::DOUBLE        AS error_rate,
  calls - answered                              AS unanswered,
  chars_at[1]::DOUBLE                           AS chars_median,
  chars_at[2]::DOUBLE                           AS chars_p90,
  chars_max                                     AS chars_max,
  ms_at[1]::DOUBLE                              AS ms_median,
  ms_at[2]::DOUBLE                              AS ms_p90,
  ms_at[3]::DOUBLE                              AS ms_p99,
  coalesce(ms_total, 0)::BIGINT                 AS ms_total
FROM counted
ORDER BY group_name, calls DESC, tool_name
