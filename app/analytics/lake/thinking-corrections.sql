-- Of which events did a person correct the type?
-- One row per event.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  item.event_id                        AS event_id,
  known_id(item.session_id)            AS session_id,
  hidden(item.source_id)               AS source_id,
  item.line                            AS line,
  item.block                           AS block,
  known_word(item.type)                AS type,
  known_word(item.type_by_rule)        AS type_by_rule,
  left_out(item.reason)                AS reason,
  item.corrected_at                    AS corrected_at
FROM thinking_corrections item
LEFT JOIN sessions ON sessions.session_id = item.session_id
