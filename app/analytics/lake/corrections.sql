-- Which records did a person give another class?
-- One row per line that holds such a record.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  hidden(item.source_id)               AS source_id,
  item.line                            AS line,
  known_id(item.session_id)            AS session_id,
  known_id(item.record_key)            AS record_key,
  known_word(item.class)               AS class,
  known_word(item.class_by_rule)       AS class_by_rule,
  known_word(item.reference_by_rule)   AS reference_by_rule,
  left_out(item.reason)                AS reason,
  item.corrected_at                    AS corrected_at
FROM corrections item
LEFT JOIN sessions ON sessions.session_id = item.session_id
