-- In which sessions were calls given this file, or did something else show or change it as far as the facts are made?
-- One row per session, the last one first.
SELECT session_id AS session_id
FROM (
  SELECT session_id, occurred_at FROM events WHERE file_path = $path::VARCHAR AND kind = 'tool_call'
  UNION ALL
  SELECT session_id, occurred_at FROM object_versions WHERE path = $path::VARCHAR
)
GROUP BY session_id
ORDER BY max(occurred_at) DESC NULLS LAST, session_id
