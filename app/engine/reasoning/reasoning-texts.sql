-- Which texts, calls and refusals have the chains of these sessions?
-- One row per event, in the order of each chain; copies from other sessions are before what is new. Calls without a file and results that were not refused say nothing.
SELECT
  events.session_id   AS session_id,
  events.chain        AS chain,
  events.source_id    AS source_id,
  events.line         AS line,
  events.block        AS block,
  events.commit_id    AS commit_id,
  records.uuid        AS record_uuid,
  events.occurred_at  AS occurred_at,
  events.kind         AS kind,
  events.class        AS class,
  CASE WHEN events.kind = 'tool_call' THEN '' ELSE coalesce(events.body, '') END AS body,
  events.file_path    AS file_path,
  events.permission   AS permission,
  events.is_copy      AS is_copy,
  events.tool_use_id  AS tool_use_id
FROM events
JOIN records ON records.source_id = events.source_id AND records.line = events.line
LEFT JOIN commits ON commits.commit_id = events.commit_id
WHERE events.session_id IN (SELECT unnest($sessions::VARCHAR[]))
  AND (
    events.kind IN ('prompt', 'thinking', 'response')
    OR (events.kind = 'tool_call' AND events.file_path IS NOT NULL)
    OR (events.kind = 'tool_result' AND events.permission = 'refused')
  )
ORDER BY
  events.session_id,
  events.chain,
  events.is_copy DESC,
  commits.position NULLS LAST,
  events.source_id,
  events.line,
  events.block
