-- Which records do the commits of these sessions hold?
-- One row per record, in the order of the artifact of its commit. Progress on the main chain repeats what the sub-agent's own transcript says.
SELECT
  records.commit_id    AS commit_id,
  records.source_id    AS source_id,
  records.line         AS line,
  records.session_id   AS session_id,
  records.occurred_at  AS occurred_at,
  sources.root         AS root,
  records.tool_uses > 0
    OR records.tool_results > 0
    OR records.record_type = 'user'
    OR (coalesce(records.subtype = 'agent_progress', false) AND records.chain <> 'main')
    OR records.record_type IN ('attachment', 'file-history-snapshot', 'file-history-delta')
    OR records.record_type = 'system'
    OR coalesce(records.subtype, '') = 'hook_progress' AS may_say
FROM records
JOIN sources ON sources.source_id = records.source_id
WHERE records.session_id IN (SELECT unnest($sessions::VARCHAR[])) AND records.commit_id IS NOT NULL AND NOT records.is_copy
ORDER BY records.commit_id, sources.role DESC, sources.file, records.byte_offset
