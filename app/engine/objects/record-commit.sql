-- In which commit is a record, by the beginning of its source's id?
-- One row per record with such an id.
SELECT
  source_id   AS source_id,
  line        AS line,
  commit_id   AS commit_id
FROM records
WHERE starts_with(source_id, $source::VARCHAR) AND line = $line::BIGINT
LIMIT 3
