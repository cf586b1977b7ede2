-- Where is a record of a source, by its key, or a line, by its number?
-- One row; where the store knows of no such line the source from its beginning.
SELECT
  sources.file                                AS file,
  sources.manifest_hash                       AS manifest_hash,
  sources.bytes                               AS bytes,
  coalesce(places.file_line, 1)               AS file_line,
  coalesce(places.byte_offset, 0)             AS byte_offset,
  coalesce(places.byte_length, sources.bytes) AS byte_length
FROM sources
LEFT JOIN (
  SELECT source_id, line, file_line, byte_offset, byte_length FROM records
  UNION ALL
  SELECT source_id, NULL, line, byte_offset, byte_length FROM problems WHERE byte_offset IS NOT NULL
) AS places
  ON places.source_id = sources.source_id AND (places.line = $line::BIGINT OR places.file_line = $file_line::BIGINT)
WHERE sources.source_id = $source::VARCHAR
-- A problem has the bytes of the whole line.
ORDER BY places.line NULLS FIRST
LIMIT 1
