-- What happened in a session, moment by moment?
-- One row per event that has a time, in the order of time, then of the transcript.
WITH calls AS (
  SELECT 'tool_result' AS kind, tool_use_id, any_value(tool_name) AS tool_name
  FROM events
  WHERE session_id = $session::VARCHAR AND kind = 'tool_call' AND tool_use_id IS NOT NULL
  GROUP BY tool_use_id
)
SELECT
  events.occurred_at AS occurred_at,
  events.chain       AS chain,
  events.kind        AS kind,
  events.class       AS class,
  CASE events.kind
    WHEN 'tool_call' THEN concat_ws(' ', events.tool_name, coalesce(
      events.file_path,
      CASE WHEN json_valid(events.body) THEN coalesce(
        events.body ->> '$.command',
        events.body ->> '$.description',
        events.body ->> '$.pattern'
      ) END
    ))
    WHEN 'tool_result' THEN coalesce(calls.tool_name, '')
    WHEN 'system' THEN coalesce(nullif(events.subtype, ''), events.body, '')
    WHEN 'metric' THEN coalesce(events.subtype, '')
    ELSE coalesce(left(events.body, 400), '')
  END                AS label,
  events.commit_id   AS commit_id,
  events.source_id   AS source_id,
  events.line        AS line,
  events.is_error AND NOT is_refusal(events.permission) AS is_error,
  is_refusal(events.permission) AS is_refused
FROM events
LEFT JOIN calls ON calls.kind = events.kind AND calls.tool_use_id = events.tool_use_id
WHERE events.session_id = $session::VARCHAR AND NOT events.is_copy AND events.occurred_at IS NOT NULL
ORDER BY events.occurred_at, events.source_id, events.line, events.block
