-- Which edits were made after what was decided, dropped or weighed?
-- One new row per event and record of a result.
INSERT INTO thinking_changes BY NAME
SELECT DISTINCT event_id, session_id, source_id, line::BIGINT AS line
FROM (
  SELECT
    unnest($ids::VARCHAR[]) AS event_id,
    unnest($sessions::VARCHAR[]) AS session_id,
    unnest($sources::VARCHAR[]) AS source_id,
    unnest($lines::VARCHAR[]) AS line
)
