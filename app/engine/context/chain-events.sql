-- What did a conversation consist of?
-- One row per prompt, response, call and result of these commits, in their order within each commit; what a call says of itself is `about`.
SELECT
  events.commit_id      AS commit_id,
  events.session_id     AS session_id,
  events.source_id      AS source_id,
  events.line           AS line,
  events.kind           AS kind,
  events.class          AS class,
  events.chars          AS chars,
  events.tool_name      AS tool_name,
  events.tool_use_id    AS tool_use_id,
  events.file_path      AS file_path,
  events.is_error       AS is_error,
  events.occurred_at    AS occurred_at,
  CASE
    WHEN events.class = 'compaction_summary' THEN body
    WHEN kind = 'tool_call' AND file_path IS NULL AND json_valid(body)
      THEN left(coalesce(body ->> '$.command', body ->> '$.pattern', body ->> '$.url', body ->> '$.query', body ->> '$.description'), 120)
  END                   AS about
FROM events
LEFT JOIN sources ON sources.source_id = events.source_id
WHERE commit_id IN (SELECT unnest($commits::VARCHAR[]))
  AND NOT is_copy
  AND kind IN ('prompt', 'response', 'tool_call', 'tool_result')
  AND events.session_id IN (SELECT session_id FROM commits WHERE commit_id IN (SELECT unnest($commits::VARCHAR[])))
ORDER BY sources.role DESC, sources.file, events.line, events.block
