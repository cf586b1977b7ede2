-- Which record is at a line of a source?
-- One row, or none when the line holds no record.
SELECT
  records.session_id      AS session_id,
  records.uuid            AS uuid,
  records.record_type     AS record_type,
  records.subtype         AS subtype,
  records.byte_offset     AS byte_offset,
  records.byte_length     AS byte_length,
  sources.agent           AS agent,
  sources.file            AS file,
  sources.manifest_hash   AS manifest_hash
FROM records
JOIN sources USING (source_id)
WHERE records.source_id = $source::VARCHAR
  AND records.line = $line::BIGINT
