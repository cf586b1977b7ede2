-- In which commit is a record, by the beginning of its source's id, or an event of a captured agent, by the beginning of its commit's id?
-- One row per record with such an id.
SELECT
  source_id   AS source_id,
  line        AS line,
  commit_id   AS commit_id
FROM records
WHERE starts_with(source_id, $source::VARCHAR) AND line = $line::BIGINT
UNION ALL
SELECT source_id, line, commit_id
FROM events
WHERE starts_with(source_id, $source::VARCHAR) AND line = $line::BIGINT AND source_id = commit_id AND NOT is_copy
LIMIT 3
