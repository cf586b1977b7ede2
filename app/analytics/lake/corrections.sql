-- Which records did a person give another class?
-- One row per line that holds such a record.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  hidden(told.source_id)               AS source_id,
  told.line                            AS line,
  known_id(told.session_id)            AS session_id,
  known_id(told.record_key)            AS record_key,
  known_word(told.class)               AS class,
  known_word(told.class_by_rule)       AS class_by_rule,
  known_word(told.reference_by_rule)   AS reference_by_rule,
  left_out(told.reason)                AS reason,
  told.corrected_at                    AS corrected_at
FROM corrections told
LEFT JOIN sessions ON sessions.session_id = told.session_id
