-- Which texts, calls and results have the chains of these sessions?
-- One row per event, in the order of each chain; copies from other sessions are before what is new. Calls without a file or a command say nothing, and of results only whether they failed or were refused.
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
  CASE WHEN events.kind = 'tool_result' AND events.permission IS DISTINCT FROM 'refused' THEN '' ELSE coalesce(events.body, '') END AS body,
  events.file_path    AS file_path,
  events.permission   AS permission,
  events.is_copy      AS is_copy,
  events.tool_name    AS tool_name,
  events.tool_use_id  AS tool_use_id,
  events.is_error     AS is_error,
  commits.cwd         AS cwd
FROM events
JOIN records ON records.source_id = events.source_id AND records.line = events.line
LEFT JOIN commits ON commits.commit_id = events.commit_id
WHERE events.session_id IN (SELECT unnest($sessions::VARCHAR[]))
  AND (
    events.kind IN ('prompt', 'thinking', 'response')
    OR (events.kind = 'tool_call' AND (events.file_path IS NOT NULL OR events.tool_name IN ('Bash', 'PowerShell', 'ExitPlanMode')))
    OR events.kind = 'tool_result'
  )
ORDER BY
  events.session_id,
  events.chain,
  events.is_copy DESC,
  commits.position NULLS LAST,
  events.source_id,
  events.line,
  events.block
