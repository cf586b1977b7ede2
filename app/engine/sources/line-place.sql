-- Where does a line of a source stand?
-- One row: the line itself, or the nearest known line before it.
SELECT
  sources.file                             AS file,
  sources.manifest_hash                    AS manifest_hash,
  sources.bytes                            AS bytes,
  coalesce(places.line, 1)                 AS line,
  coalesce(places.byte_offset, 0)          AS byte_offset,
  coalesce(places.byte_length, sources.bytes) AS byte_length
FROM sources
LEFT JOIN (
  SELECT source_id, line, byte_offset, byte_length FROM records
  UNION ALL
  SELECT source_id, line, byte_offset, byte_length FROM problems WHERE byte_offset IS NOT NULL
) AS places ON places.source_id = sources.source_id AND places.line = $line::BIGINT
WHERE sources.source_id = $source::VARCHAR
LIMIT 1
