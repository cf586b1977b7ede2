-- What was observed?
-- One row per event.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  hidden(item.source_id)               AS source_id,
  item.line                            AS line,
  item.block                           AS block,
  known_id(item.session_id)            AS session_id,
  known_id(item.chain)                 AS chain,
  known_id(item.commit_id)             AS commit_id,
  item.is_copy                         AS is_copy,
  known_word(item.kind)                AS kind,
  known_word(item.class)               AS class,
  item.occurred_at                     AS occurred_at,
  left_out(item.body)                  AS body,
  item.chars                           AS chars,
  item.weighed_chars                   AS weighed_chars,
  item.counted_tokens                  AS counted_tokens,
  known_word(item.tool_name)           AS tool_name,
  item.permission                      AS permission,
  item.run_ms                          AS run_ms,
  known_id(item.tool_use_id)           AS tool_use_id,
  hidden(item.file_path)               AS file_path,
  item.is_error                        AS is_error,
  known_word(item.model)               AS model,
  known_word(item.subtype)             AS subtype
FROM events item
LEFT JOIN sessions ON sessions.session_id = item.session_id
