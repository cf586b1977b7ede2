-- What was decided, dropped or weighed in these sessions?
-- One new row per passage and type.
INSERT INTO thinking_events BY NAME
SELECT
  event_id                                                              AS event_id,
  session_id                                                            AS session_id,
  chain                                                                 AS chain,
  CASE WHEN at_ms <> '' THEN make_timestamptz(at_ms::BIGINT * 1000) END AS occurred_at,
  type                                                                  AS type,
  summary                                                               AS summary,
  status                                                                AS status,
  origin                                                                AS origin,
  nullif(commit_id, '')                                                 AS commit_id,
  source_id                                                             AS source_id,
  line::BIGINT                                                          AS line,
  block::INTEGER                                                        AS block,
  nullif(record_uuid, '')                                               AS record_uuid,
  from_json(files, '["VARCHAR"]')                                       AS files,
  nullif(shown_by_source_id, '')                                        AS shown_by_source_id,
  nullif(shown_by_line, '')::BIGINT                                     AS shown_by_line
FROM (
  SELECT
    unnest($ids::VARCHAR[]) AS event_id,
    unnest($sessions::VARCHAR[]) AS session_id,
    unnest($chains::VARCHAR[]) AS chain,
    unnest($times::VARCHAR[]) AS at_ms,
    unnest($types::VARCHAR[]) AS type,
    unnest($summaries::VARCHAR[]) AS summary,
    unnest($statuses::VARCHAR[]) AS status,
    unnest($origins::VARCHAR[]) AS origin,
    unnest($commits::VARCHAR[]) AS commit_id,
    unnest($sources::VARCHAR[]) AS source_id,
    unnest($lines::VARCHAR[]) AS line,
    unnest($blocks::VARCHAR[]) AS block,
    unnest($uuids::VARCHAR[]) AS record_uuid,
    unnest($files::VARCHAR[]) AS files,
    unnest($shown_sources::VARCHAR[]) AS shown_by_source_id,
    unnest($shown_lines::VARCHAR[]) AS shown_by_line
)
