-- Which paths were calls given, in which file system and folder of transcripts, and when last?
-- One row per path of a file system and folder; a session that is not in the given list is on the file system ''.
WITH other AS (
  SELECT unnest($sessions::VARCHAR[]) AS session_id, unnest($filesystems::VARCHAR[]) AS filesystem
)
SELECT
  coalesce(root, '')           AS root,
  file_path                    AS path,
  any_value(events.session_id) AS session_id,
  max(occurred_at)             AS last_at
FROM events
LEFT JOIN sources ON sources.source_id = events.source_id
LEFT JOIN other ON other.session_id = events.session_id
WHERE kind = 'tool_call'
  AND NOT is_copy
  AND file_path IS NOT NULL
  AND NOT list_contains($finders::VARCHAR[], tool_name)
GROUP BY coalesce(filesystem, ''), root, file_path
