-- What was observed?
-- One row per event.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  hidden(told.source_id)               AS source_id,
  told.line                            AS line,
  told.block                           AS block,
  known_id(told.session_id)            AS session_id,
  known_id(told.chain)                 AS chain,
  known_id(told.commit_id)             AS commit_id,
  told.is_copy                         AS is_copy,
  known_word(told.kind)                AS kind,
  known_word(told.class)               AS class,
  told.occurred_at                     AS occurred_at,
  left_out(told.body)                  AS body,
  told.chars                           AS chars,
  known_word(told.tool_name)           AS tool_name,
  told.permission                      AS permission,
  told.run_ms                          AS run_ms,
  known_id(told.tool_use_id)           AS tool_use_id,
  hidden(told.file_path)               AS file_path,
  told.is_error                        AS is_error,
  known_word(told.model)               AS model,
  known_word(told.subtype)             AS subtype
FROM events told
LEFT JOIN sessions ON sessions.session_id = told.session_id
