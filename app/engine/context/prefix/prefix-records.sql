-- Which records do the commits of these sessions hold, and which of them say how requests were made?
-- One row per record, in the order of the artifact of its commit.
SELECT
  records.commit_id    AS commit_id,
  records.source_id    AS source_id,
  records.line         AS line,
  records.session_id   AS session_id,
  records.chain        AS chain,
  records.occurred_at  AS occurred_at,
  commits.format       AS format,
  commits.artifact_hash AS artifact_hash,
  starts_with(records.record_type, 'api-request')
    OR (records.record_type = 'attachment' AND records.subtype IN ('prompt_snapshot', 'deferred_tools_delta', 'agent_listing_delta')) AS says_request
FROM records
JOIN sources ON sources.source_id = records.source_id
JOIN commits ON commits.commit_id = records.commit_id
WHERE records.session_id IN (SELECT unnest($sessions::VARCHAR[])) AND NOT records.is_copy
ORDER BY commits.position, records.commit_id, sources.role DESC, sources.file, records.byte_offset
