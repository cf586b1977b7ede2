-- Which transcript files were imported?
-- One row per file.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  hidden(item.source_id)               AS source_id,
  known_word(item.agent)               AS agent,
  hidden(item.path)                    AS path,
  hidden(item.file)                    AS file,
  hidden(item.root)                    AS root,
  known_word(item.role)                AS role,
  known_id(item.session_id)            AS session_id,
  known_id(item.agent_id)              AS agent_id,
  item.bytes                           AS bytes,
  item.modified_ns                     AS modified_ns,
  left_out(item.content_hash)          AS content_hash,
  left_out(item.manifest_hash)         AS manifest_hash,
  item.lines                           AS lines,
  item.records                         AS records,
  item.place                           AS place
FROM sources item
LEFT JOIN sessions ON sessions.session_id = item.session_id
