-- How often was each tool called, and how often did it fail, copies left out?
-- One row per group and tool, most used first.
WITH grouped AS (
  FROM counted_sources
),
calls AS (
  SELECT group_key, grouped.session_id, tool_use_id, tool_name
  FROM events
  JOIN grouped USING (source_id)
  WHERE kind = 'tool_call' AND NOT is_copy
),
failures AS (
  SELECT DISTINCT session_id, tool_use_id
  FROM events
  WHERE kind = 'tool_result' AND is_error AND NOT is_copy AND tool_use_id IS NOT NULL
)
SELECT
  group_key                                                AS group_key,
  tool_name                                                AS tool_name,
  count(*)                                                 AS calls,
  count(*) FILTER (WHERE failures.tool_use_id IS NOT NULL) AS failed_calls
FROM calls
LEFT JOIN failures USING (session_id, tool_use_id)
GROUP BY group_key, tool_name
ORDER BY group_key, calls DESC, tool_name
