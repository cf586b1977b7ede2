-- In which sessions were calls given this file?
-- One row per session, the last one first.
SELECT session_id AS session_id
FROM events
WHERE file_path = $path::VARCHAR AND kind = 'tool_call'
GROUP BY session_id
ORDER BY max(occurred_at) DESC NULLS LAST, session_id
