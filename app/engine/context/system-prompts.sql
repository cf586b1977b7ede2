-- Which records of these commits contain a system prompt, and how long is it?
-- One row per record, in the order of the artifact of its commit.
SELECT
  records.commit_id                                       AS commit_id,
  detail ->> '$.system_prompt.given'                      AS given,
  (detail ->> '$.system_prompt.chars')::BIGINT            AS chars
FROM records
JOIN sources ON sources.source_id = records.source_id
WHERE records.commit_id IN (SELECT unnest($commits::VARCHAR[]))
  AND NOT records.is_copy
  AND records.record_type IN ('attachment', 'api-request-shape')
  AND (detail ->> '$.system_prompt.given') IS NOT NULL
ORDER BY records.commit_id, sources.role DESC, sources.file, records.byte_offset
