-- Which input is malformed or unreadable?
-- One row per problem, in the order of files and lines.
SELECT
  source_id   AS source_id,
  session_id  AS session_id,
  file        AS file,
  line        AS line,
  byte_offset AS byte_offset,
  byte_length AS byte_length,
  code        AS code,
  reason      AS reason,
  action      AS action
FROM problems
WHERE ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
  AND ($code::VARCHAR IS NULL OR code = $code::VARCHAR)
ORDER BY file, source_id, line NULLS FIRST, code, reason
LIMIT $limit::BIGINT
OFFSET $offset::BIGINT
