-- Which prompts, responses and calls do these commits contain?
-- One row for each, in their order within each commit. Texts end after 65,536 characters.
SELECT
  events.commit_id    AS commit_id,
  events.kind         AS kind,
  events.class        AS class,
  events.chars        AS chars,
  events.tool_use_id  AS tool_use_id,
  events.occurred_at  AS occurred_at,
  CASE WHEN kind <> 'tool_call' THEN body END AS body
FROM events
LEFT JOIN sources ON sources.source_id = events.source_id
WHERE commit_id IN (SELECT unnest($commits::VARCHAR[]))
  AND NOT is_copy
  AND kind IN ('prompt', 'response', 'tool_call')
  AND events.session_id IN (SELECT session_id FROM commits WHERE commit_id IN (SELECT unnest($commits::VARCHAR[])))
ORDER BY sources.role DESC, sources.file, events.line, events.block
