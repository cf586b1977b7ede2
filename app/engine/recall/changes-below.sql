-- Which files below a folder did calls change since a time, as far as they did not fail?
-- One row per session and file, that of the newest change first.
WITH calls AS (
  SELECT
    call.session_id,
    replace(call.file_path, '\', '/') AS path,
    call.occurred_at
  FROM events AS call
  LEFT JOIN events AS result
    ON result.tool_use_id = call.tool_use_id AND result.session_id = call.session_id AND result.kind = 'tool_result'
  WHERE call.kind = 'tool_call'
    AND call.tool_name IN (SELECT unnest($tools::VARCHAR[]))
    AND starts_with(replace(call.file_path, '\', '/'), $folder::VARCHAR)
    AND NOT call.is_copy
    AND NOT coalesce(result.is_error, false)
    AND ($since::BIGINT IS NULL OR call.occurred_at >= make_timestamptz($since::BIGINT * 1000))
  ORDER BY call.occurred_at DESC NULLS LAST
  LIMIT $most::BIGINT
)
SELECT
  calls.session_id                               AS session_id,
  any_value(coalesce(sessions.title, calls.session_id)) AS title,
  calls.path                                     AS path,
  max(calls.occurred_at)                         AS last_at
FROM calls
LEFT JOIN sessions ON sessions.session_id = calls.session_id
GROUP BY calls.session_id, calls.path
ORDER BY last_at DESC NULLS LAST, session_id, path
