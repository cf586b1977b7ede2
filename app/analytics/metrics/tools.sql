-- How often was each tool called, how often did it fail, how much did it give back, and how long did it take?
-- One row per group and tool, most used first.
SELECT
  group_name                                                        AS group_name,
  coalesce(nullif(tool_name, ''), '(none)')                         AS tool_name,
  server                                                            AS server,
  count(*)                                                          AS calls,
  count(*) FILTER (WHERE is_error)                                  AS errors,
  (count(*) FILTER (WHERE is_error) / nullif(count(*) FILTER (WHERE has_result), 0))::DOUBLE AS error_rate,
  count(*) FILTER (WHERE NOT has_result)                            AS unanswered,
  quantile_cont(result_chars, 0.5)::DOUBLE                          AS chars_median,
  quantile_cont(result_chars, 0.9)::DOUBLE                          AS chars_p90,
  max(result_chars)                                                 AS chars_max,
  quantile_cont(duration_ms, 0.5)::DOUBLE                           AS ms_median,
  quantile_cont(duration_ms, 0.9)::DOUBLE                           AS ms_p90,
  quantile_cont(duration_ms, 0.99)::DOUBLE                          AS ms_p99,
  coalesce(sum(duration_ms), 0)::BIGINT                             AS ms_total
FROM (
  FROM chosen_tool_uses
)
GROUP BY group_name, tool_name, server
ORDER BY group_name, calls DESC, tool_name
