-- In which commits did an agent touch this file?
-- One row per commit, the latest first.
SELECT
  commits.commit_id                                       AS commit_id,
  commits.session_id                                      AS session_id,
  coalesce(any_value(sessions.title), commits.session_id) AS title
FROM events
JOIN commits ON commits.commit_id = events.commit_id
LEFT JOIN sessions ON sessions.session_id = commits.session_id
WHERE events.kind IN ('tool_call', 'tool_result')
  AND NOT events.is_copy
  AND commits.chain <> 'replaced'
  AND (events.file_path = $path::VARCHAR
       OR (events.session_id, events.tool_use_id) IN (
         SELECT (session_id, tool_use_id) FROM events WHERE kind = 'tool_call' AND file_path = $path::VARCHAR
       ))
  AND ($session::VARCHAR IS NULL OR commits.session_id = $session::VARCHAR)
GROUP BY commits.commit_id, commits.session_id, commits.position
ORDER BY max(events.occurred_at) DESC NULLS LAST, commits.session_id, commits.position DESC
