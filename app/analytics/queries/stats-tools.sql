-- How often was each tool called, and how often did it fail, without copies?
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
  SELECT session_id, tool_use_id, bool_or(is_refusal(permission)) AS is_refused
  FROM events
  WHERE kind = 'tool_result' AND (is_error OR is_refusal(permission)) AND NOT is_copy AND tool_use_id IS NOT NULL
  GROUP BY session_id, tool_use_id
)
SELECT
  group_key                                                AS group_key,
  tool_name                                                AS tool_name,
  count(*)                                                 AS calls,
  count(*) FILTER (WHERE NOT is_refused)                  AS failed_calls,
  count(*) FILTER (WHERE is_refused)                      AS refused_calls
FROM calls
LEFT JOIN failures USING (session_id, tool_use_id)
GROUP BY group_key, tool_name
ORDER BY group_key, calls DESC, tool_name
