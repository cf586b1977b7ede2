-- Which versions of files did trackers see on disk?
-- One row per observation.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  known_id(item.session_id)            AS session_id,
  hidden(item.object_id)               AS object_id,
  hidden(item.path)                    AS path,
  item.observed_at                     AS observed_at,
  item.is_there                        AS is_there,
  left_out(item.source_hash)           AS source_hash,
  item.bytes                           AS bytes,
  left_out(item.artifact_hash)         AS artifact_hash
FROM tracked_files item
LEFT JOIN sessions ON sessions.session_id = item.session_id
