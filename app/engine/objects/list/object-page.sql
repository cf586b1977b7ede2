-- Which objects does the store contain, those that were used last first?
-- One row per object of the page, with the number of all.
WITH grouped AS (
  SELECT unnest($sessions::VARCHAR[]) AS session_id, unnest($groups::VARCHAR[]) AS session_group
),
spelled AS (
  SELECT unnest($path_groups::VARCHAR[]) AS session_group, unnest($paths::VARCHAR[]) AS file_path, unnest($ids::VARCHAR[]) AS object_id
),
files AS (
  SELECT object_id AS id, max(occurred_at) AS last_at
  FROM events
  JOIN grouped ON grouped.session_id = events.session_id
  JOIN spelled ON spelled.session_group = grouped.session_group AND spelled.file_path = events.file_path
  WHERE kind = 'tool_call' AND NOT is_copy AND NOT list_contains($finders::VARCHAR[], tool_name)
  GROUP BY object_id
),
calls AS (
  SELECT tool_use_id AS id, max(occurred_at) AS last_at
  FROM events
  WHERE kind = 'tool_call' AND NOT is_copy AND tool_use_id IS NOT NULL AND coalesce($type::VARCHAR, 'toolcall') = 'toolcall'
  GROUP BY tool_use_id
),
own AS (
  SELECT type, type || ':' || session_id AS id, last_at
  FROM sessions
  CROSS JOIN (SELECT unnest(['chat', 'system_prompt', 'session']) AS type)
),
objects AS (
  SELECT 'file' AS type, id, last_at FROM files
  UNION ALL
  SELECT 'toolcall', id, last_at FROM calls
  UNION ALL
  SELECT type, id, last_at FROM own
)
SELECT
  type                     AS type,
  id                       AS id,
  last_at                  AS last_at,
  count(*) OVER ()::BIGINT AS total
FROM objects
WHERE $type::VARCHAR IS NULL OR type = $type::VARCHAR
ORDER BY last_at DESC NULLS LAST, type, id
LIMIT $limit::BIGINT
OFFSET $offset::BIGINT
