-- Which MCP servers were used, and how often did their calls fail?
-- One row per group and server, most used first.
WITH counted AS (
  SELECT
    group_key,
    server,
    count(DISTINCT tool_number) AS tools,
    count(*) AS calls,
    count(*) FILTER (WHERE is_error) AS errors,
    count(*) FILTER (WHERE is_refused) AS refusals,
    count(*) FILTER (WHERE is_interrupted) AS interruptions,
    count(*) FILTER (WHERE is_cancelled) AS cancelled,
    count(*) FILTER (WHERE has_result AND NOT is_refused AND NOT is_interrupted AND NOT is_cancelled) AS n,
    quantile_cont(narrow(result_chars), 0.5) AS chars_median,
    quantile_cont(narrow(duration_ms), 0.5) AS ms_median
  FROM (
    FROM chosen_tool_uses
  )
  JOIN (SELECT number, server FROM fact_names WHERE server IS NOT NULL) AS servers ON number = tool_number
  GROUP BY group_key, server
)
SELECT
  group_name                              AS group_name,
  server                                  AS server,
  tools                                   AS tools,
  calls                                   AS calls,
  n                                       AS n,
  errors                                  AS errors,
  (errors / nullif(n, 0))::DOUBLE         AS error_rate,
  wilson_low(errors, n)::DOUBLE           AS error_rate_low,
  wilson_high(errors, n)::DOUBLE          AS error_rate_high,
  refusals                                AS refusals,
  interruptions                           AS interruptions,
  cancelled                               AS cancelled,
  chars_median::DOUBLE                    AS chars_median,
  ms_median::DOUBLE                       AS ms_median
FROM counted
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name, calls DESC, server
