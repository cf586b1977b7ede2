-- Which MCP servers were used, and how well did they do?
-- One row per group and server, most used first.
SELECT
  group_name                                                        AS group_name,
  server                                                            AS server,
  count(DISTINCT tool_name)                                         AS tools,
  count(*)                                                          AS calls,
  count(*) FILTER (WHERE is_error)                                  AS errors,
  (count(*) FILTER (WHERE is_error) / nullif(count(*) FILTER (WHERE has_result), 0))::DOUBLE AS error_rate,
  quantile_cont(result_chars, 0.5)::DOUBLE                          AS chars_median,
  quantile_cont(duration_ms, 0.5)::DOUBLE                           AS ms_median
FROM (
  FROM chosen_tool_uses
)
WHERE server IS NOT NULL
GROUP BY group_name, server
ORDER BY group_name, calls DESC, server
