-- What changed in the requests of these sessions?
-- One new row per record and part.
INSERT INTO prefix_changes BY NAME
SELECT
  session_id                                                                                 AS session_id,
  chain                                                                                      AS chain,
  source_id                                                                                  AS source_id,
  line::BIGINT                                                                               AS line,
  CASE WHEN at_ms <> '' THEN make_timestamptz(at_ms::BIGINT * 1000) END                      AS occurred_at,
  part                                                                                       AS part,
  change                                                                                     AS change
FROM (
  SELECT
    unnest($sessions::VARCHAR[]) AS session_id,
    unnest($chains::VARCHAR[]) AS chain,
    unnest($sources::VARCHAR[]) AS source_id,
    unnest($lines::VARCHAR[]) AS line,
    unnest($times::VARCHAR[]) AS at_ms,
    unnest($parts::VARCHAR[]) AS part,
    unnest($changes::VARCHAR[]) AS change
)
