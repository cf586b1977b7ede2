-- Which input is malformed or unreadable?
-- One row per problem.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  hidden(item.source_id)               AS source_id,
  known_id(item.session_id)            AS session_id,
  hidden(item.file)                    AS file,
  item.line                            AS line,
  item.byte_offset                     AS byte_offset,
  item.byte_length                     AS byte_length,
  known_word(item.code)                AS code,
  left_out(item.reason)                AS reason,
  left_out(item.action)                AS action
FROM problems item
LEFT JOIN sessions ON sessions.session_id = item.session_id
