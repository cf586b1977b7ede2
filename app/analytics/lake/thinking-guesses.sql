-- What do models take texts for?
-- One row per text, model and type.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  known_id(item.session_id)            AS session_id,
  hidden(item.source_id)               AS source_id,
  item.line                            AS line,
  item.block                           AS block,
  left_out(item.text_hash)             AS text_hash,
  known_word(item.model)               AS model,
  known_word(item.model_version)       AS model_version,
  known_word(item.type)                AS type,
  left_out(item.summary)               AS summary,
  item.guessed_at                      AS guessed_at
FROM thinking_guesses item
LEFT JOIN sessions ON sessions.session_id = item.session_id
