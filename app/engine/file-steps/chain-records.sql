-- Which records do these commits hold?
-- One row per record, in the order of the artifact of its commit.
SELECT
  records.commit_id    AS commit_id,
  records.source_id    AS source_id,
  records.line         AS line,
  records.session_id   AS session_id,
  records.occurred_at  AS occurred_at,
  coalesce(records.subtype = 'agent_progress', false) AND records.chain = 'main' AS is_told_elsewhere
FROM records
JOIN sources ON sources.source_id = records.source_id
WHERE records.commit_id IN (SELECT unnest($commits::VARCHAR[])) AND NOT records.is_copy
ORDER BY records.commit_id, sources.role DESC, sources.file, records.byte_offset
