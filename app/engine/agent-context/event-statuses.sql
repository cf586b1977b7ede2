-- What became of the events of a session, and which record shows it?
-- One row per event.
SELECT
  thinking.event_id       AS event_id,
  thinking.status         AS status,
  -- As transcripts are named in the folder of their project.
  regexp_extract(coalesce(nullif(sources.path, ''), thinking.shown_by_source_id), '[^/\\]+$') AS source,
  thinking.shown_by_line  AS line
FROM thinking_events AS thinking
LEFT JOIN sources ON sources.source_id = thinking.shown_by_source_id
WHERE thinking.session_id = $session::VARCHAR
ORDER BY thinking.event_id
