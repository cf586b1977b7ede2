-- Which transcript files were imported?
-- One row per file.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  hidden(told.source_id)               AS source_id,
  hidden(told.path)                    AS path,
  hidden(told.file)                    AS file,
  hidden(told.root)                    AS root,
  known_word(told.role)                AS role,
  known_id(told.session_id)            AS session_id,
  known_id(told.agent_id)              AS agent_id,
  told.bytes                           AS bytes,
  told.modified_ns                     AS modified_ns,
  left_out(told.content_hash)          AS content_hash,
  left_out(told.manifest_hash)         AS manifest_hash,
  told.lines                           AS lines,
  told.records                         AS records,
  told.place                           AS place
FROM sources told
LEFT JOIN sessions ON sessions.session_id = told.session_id
