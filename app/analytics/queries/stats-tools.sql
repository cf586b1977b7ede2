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
  SELECT
    session_id, tool_use_id,
    -- One kind for each call, as in fact-calls.
    CASE
      WHEN bool_or(coalesce(permission IN ('refused', 'denied'), false)) THEN 'refused'
      WHEN bool_or(coalesce(permission = 'interrupted', false)) THEN 'interrupted'
      WHEN bool_or(coalesce(permission = 'cancelled', false)) THEN 'cancelled'
      ELSE 'failed'
    END AS kind
  FROM events
  WHERE kind = 'tool_result' AND (is_error OR is_refusal(permission)) AND NOT is_copy AND tool_use_id IS NOT NULL
  GROUP BY session_id, tool_use_id
)
SELECT
  group_key                                                AS group_key,
  tool_name                                                AS tool_name,
  count(*)                                                 AS calls,
  count(*) FILTER (WHERE kind = 'failed')                  AS failed_calls,
  count(*) FILTER (WHERE kind = 'refused')                 AS refused_calls,
  count(*) FILTER (WHERE kind = 'interrupted')             AS interrupted_calls,
  count(*) FILTER (WHERE kind = 'cancelled')               AS cancelled_calls
FROM calls
LEFT JOIN failures USING (session_id, tool_use_id)
GROUP BY group_key, tool_name
ORDER BY group_key, calls DESC, tool_name
