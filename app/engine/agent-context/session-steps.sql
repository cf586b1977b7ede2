-- What did the sessions say and do that worked in a folder, or one of them?
-- One row per event, in the order of each chain; copies from other sessions are before what is new.
SELECT
  events.session_id   AS session_id,
  events.chain        AS chain,
  events.source_id    AS source_id,
  -- As transcripts are named in the folder of their project.
  regexp_extract(coalesce(nullif(sources.path, ''), events.source_id), '[^/\\]+$') AS source,
  events.line         AS line,
  events.block        AS block,
  events.commit_id    AS commit_id,
  commits.cwd         AS cwd,
  records.uuid        AS record_uuid,
  events.occurred_at  AS occurred_at,
  events.kind         AS kind,
  events.class        AS class,
  coalesce(events.body, '') AS body,
  events.file_path    AS file_path,
  events.permission   AS permission,
  events.is_copy      AS is_copy,
  events.tool_name    AS tool_name,
  events.tool_use_id  AS tool_use_id,
  events.is_error     AS is_error
FROM events
JOIN records ON records.source_id = events.source_id AND records.line = events.line
LEFT JOIN sources ON sources.source_id = events.source_id
LEFT JOIN commits ON commits.commit_id = events.commit_id
WHERE events.session_id = $session::VARCHAR
  AND events.kind IN ('prompt', 'thinking', 'response', 'tool_call', 'tool_result')
ORDER BY
  events.chain,
  events.is_copy DESC,
  commits.position NULLS LAST,
  events.source_id,
  events.line,
  events.block
