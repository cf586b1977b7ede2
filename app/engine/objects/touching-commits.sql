-- In which commits did an agent touch one of these files, up to a time?
-- One row per commit, the latest first.
WITH calls AS (
  SELECT session_id, tool_use_id
  FROM events
  WHERE kind = 'tool_call' AND file_path IN (SELECT unnest($paths::VARCHAR[]))
)
SELECT
  commits.commit_id  AS commit_id,
  commits.session_id AS session_id
FROM events
JOIN commits ON commits.commit_id = events.commit_id
WHERE events.kind IN ('tool_call', 'tool_result')
  AND NOT events.is_copy
  AND commits.chain <> 'replaced'
  AND (events.session_id, events.tool_use_id) IN (SELECT (session_id, tool_use_id) FROM calls)
  AND ($until::BIGINT IS NULL OR commits.started_at IS NULL OR epoch_ms(commits.started_at) <= $until::BIGINT)
GROUP BY commits.commit_id, commits.session_id, commits.position
ORDER BY max(events.occurred_at) DESC NULLS LAST, commits.session_id, commits.position DESC
