-- How many tool calls did never get a result in their session, each id once, copies included?
-- One row per group with at least one.
WITH grouped AS (
  FROM grouped_sources
),
calls AS (
  SELECT DISTINCT group_key, grouped.session_id, coalesce(tool_use_id, '') AS tool_use_id
  FROM events JOIN grouped USING (source_id)
  WHERE kind = 'tool_call' AND class = 'reply' AND subtype IS DISTINCT FROM 'server'
),
answers AS (
  SELECT DISTINCT group_key, grouped.session_id, coalesce(tool_use_id, '') AS tool_use_id
  FROM events JOIN grouped USING (source_id)
  WHERE kind = 'tool_result' AND class = 'tool_result'
)
SELECT
  group_key AS group_key,
  count(*)  AS unanswered
FROM calls
ANTI JOIN answers USING (group_key, session_id, tool_use_id)
GROUP BY group_key
