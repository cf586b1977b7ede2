-- Which files did trackers of these sessions see?
-- One row per session and file.
SELECT
  session_id            AS session_id,
  object_id             AS object_id,
  arg_max(path, observed_at) AS path,
  count(*)              AS versions,
  max(observed_at)      AS observed_at
FROM tracked_files
WHERE $all::BOOLEAN OR list_contains($sessions::VARCHAR[], session_id)
GROUP BY session_id, object_id
ORDER BY session_id, path, object_id
