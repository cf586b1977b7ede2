-- What was decided, dropped or weighed in these sessions?
-- One new row per passage and type.
INSERT INTO said_events BY NAME
SELECT
  found.event_id                                                        AS event_id,
  found.session_id                                                      AS session_id,
  found.chain                                                           AS chain,
  CASE WHEN at_ms <> '' THEN make_timestamptz(at_ms::BIGINT * 1000) END AS occurred_at,
  found.type                                                            AS type,
  nullif(found.type_by_rule, '')                                        AS type_by_rule,
  found.summary                                                         AS summary,
  found.status                                                          AS status,
  found.origin                                                          AS origin,
  nullif(found.commit_id, '')                                           AS commit_id,
  found.source_id                                                       AS source_id,
  found.line::BIGINT                                                    AS line,
  found.block::INTEGER                                                  AS block,
  nullif(found.record_uuid, '')                                         AS record_uuid,
  from_json(found.files, '["VARCHAR"]')                                 AS files,
  nullif(shown_by_source_id, '')                                        AS shown_by_source_id,
  nullif(shown_by_line, '')::BIGINT                                     AS shown_by_line,
  shown.occurred_at                                                     AS shown_at
FROM (
  SELECT
    unnest($ids::VARCHAR[]) AS event_id,
    unnest($sessions::VARCHAR[]) AS session_id,
    unnest($chains::VARCHAR[]) AS chain,
    unnest($times::VARCHAR[]) AS at_ms,
    unnest($types::VARCHAR[]) AS type,
    unnest($rule_types::VARCHAR[]) AS type_by_rule,
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
) AS found
LEFT JOIN records AS shown ON shown.source_id = found.shown_by_source_id AND shown.line = TRY_CAST(found.shown_by_line AS BIGINT)
