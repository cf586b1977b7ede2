-- Which paths were calls given, by the group of their session?
-- One row per group and path.
WITH grouped AS (
  SELECT unnest($sessions::VARCHAR[]) AS session_id, unnest($groups::VARCHAR[]) AS session_group
)
SELECT DISTINCT
  session_group          AS session_group,
  file_path             AS path
FROM events
JOIN grouped ON grouped.session_id = events.session_id
WHERE kind = 'tool_call'
  AND NOT is_copy
  AND file_path IS NOT NULL
  AND NOT list_contains($finders::VARCHAR[], tool_name)
