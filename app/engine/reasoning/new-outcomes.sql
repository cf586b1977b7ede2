-- What do later records show of these decisions?
-- One new row per decision and file.
INSERT INTO event_outcomes BY NAME
SELECT
  event_id                                                                  AS event_id,
  path                                                                      AS path,
  written::BIGINT                                                           AS written,
  lines_left::BIGINT                                                        AS lines_left,
  is_known::BOOLEAN                                                         AS is_known,
  is_sure::BOOLEAN                                                          AS is_sure,
  CASE WHEN seen_at <> '' THEN make_timestamptz(seen_at::BIGINT * 1000) END AS seen_at,
  nullif(seen_source_id, '')                                                AS seen_source_id,
  nullif(seen_line, '')::BIGINT                                             AS seen_line,
  nullif(newer_source_id, '')                                               AS newer_source_id,
  nullif(newer_line, '')::BIGINT                                            AS newer_line
FROM (
  SELECT
    unnest($ids::VARCHAR[]) AS event_id,
    unnest($paths::VARCHAR[]) AS path,
    unnest($written::VARCHAR[]) AS written,
    unnest($left::VARCHAR[]) AS lines_left,
    unnest($known::VARCHAR[]) AS is_known,
    unnest($sure::VARCHAR[]) AS is_sure,
    unnest($seen_times::VARCHAR[]) AS seen_at,
    unnest($seen_sources::VARCHAR[]) AS seen_source_id,
    unnest($seen_lines::VARCHAR[]) AS seen_line,
    unnest($newer_sources::VARCHAR[]) AS newer_source_id,
    unnest($newer_lines::VARCHAR[]) AS newer_line
)
