-- Where are the bytes of a record?
-- One row: the record at a line of a source, or the newest with a uuid.
SELECT
  sources.agent         AS agent,
  sources.manifest_hash AS manifest_hash,
  records.byte_offset   AS byte_offset,
  records.byte_length   AS byte_length
FROM records
JOIN sources ON sources.source_id = records.source_id
WHERE records.source_id = $source::VARCHAR
  AND (records.line = $line::BIGINT OR records.uuid = $uuid::VARCHAR)
ORDER BY records.line DESC
LIMIT 1
