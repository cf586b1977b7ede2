-- Which edits were made after what was decided, dropped or weighed?
-- One new row per event, record of a result and file.
INSERT INTO thinking_changes BY NAME
SELECT DISTINCT event_id, session_id, source_id, line::BIGINT AS line, path
FROM (
  SELECT
    unnest($ids::VARCHAR[]) AS event_id,
    unnest($sessions::VARCHAR[]) AS session_id,
    unnest($sources::VARCHAR[]) AS source_id,
    unnest($lines::VARCHAR[]) AS line,
    unnest($paths::VARCHAR[]) AS path
)
