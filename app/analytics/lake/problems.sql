-- What could not be read as it should?
-- One row per problem.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  hidden(told.source_id)               AS source_id,
  known_id(told.session_id)            AS session_id,
  hidden(told.file)                    AS file,
  told.line                            AS line,
  told.byte_offset                     AS byte_offset,
  told.byte_length                     AS byte_length,
  known_word(told.code)                AS code,
  left_out(told.reason)                AS reason,
  left_out(told.action)                AS action
FROM problems told
LEFT JOIN sessions ON sessions.session_id = told.session_id
