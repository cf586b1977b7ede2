-- Which objects but files does the store contain, those that were used last first?
-- One row per object of the page.
WITH calls AS (
  SELECT 'toolcall' AS type, tool_use_id AS id, max(occurred_at) AS last_at
  FROM events
  WHERE kind = 'tool_call'
    AND NOT is_copy
    AND tool_use_id IS NOT NULL
    AND coalesce($type::VARCHAR, 'toolcall') = 'toolcall'
  GROUP BY tool_use_id
  ORDER BY last_at DESC NULLS LAST, id
  LIMIT $limit::BIGINT + $offset::BIGINT
),
own AS (
  SELECT type, type || ':' || session_id AS id, last_at
  FROM sessions
  CROSS JOIN (SELECT unnest(['chat', 'system_prompt', 'session']) AS type)
  WHERE coalesce($type::VARCHAR, type) = type
)
SELECT
  type     AS type,
  id       AS id,
  last_at  AS last_at
FROM (FROM calls UNION ALL FROM own)
ORDER BY last_at DESC NULLS LAST, type, id
LIMIT $limit::BIGINT
OFFSET $offset::BIGINT
