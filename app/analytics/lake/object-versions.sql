-- After which records did agents know another content of a file?
-- One row per version.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  known_id(item.session_id)            AS session_id,
  known_id(item.commit_id)             AS commit_id,
  hidden(item.source_id)               AS source_id,
  item.line                            AS line,
  item.ordinal                         AS ordinal,
  item.occurred_at                     AS occurred_at,
  known_id(item.chain)                 AS chain,
  known_word(item.model)               AS model,
  known_word(item.client_version)      AS client_version,
  hidden(item.object_id)               AS object_id,
  hidden(item.path)                    AS path,
  known_word(item.given_by)            AS given_by,
  known_word(item.proof)               AS proof,
  item.is_change                       AS is_change,
  item.is_there                        AS is_there,
  left_out(item.content_hash)          AS content_hash,
  left_out(item.source_hash)           AS source_hash,
  item.chars                           AS chars,
  item.lines                           AS lines,
  item.known_lines                     AS known_lines,
  item.added                           AS added,
  item.removed                         AS removed,
  item.undone                          AS undone,
  item.surviving                       AS surviving,
  known_word(item.stale)               AS stale,
  hidden(item.stale_source_id)         AS stale_source_id,
  item.stale_line                      AS stale_line
FROM object_versions item
JOIN object_sessions ON object_sessions.session_id = item.session_id
LEFT JOIN sessions ON sessions.session_id = item.session_id
