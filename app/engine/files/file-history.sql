-- Which versions of a file are known, in which sessions?
-- One row per version, the newest first.
SELECT
  versions.session_id                          AS session_id,
  coalesce(sessions.title, versions.session_id) AS title,
  versions.commit_id                           AS commit_id,
  versions.source_id                           AS source_id,
  versions.line                                AS line,
  versions.occurred_at                         AS occurred_at,
  versions.path                                AS path,
  versions.given_by                            AS given_by,
  versions.proof                               AS proof,
  versions.is_there                            AS is_there,
  versions.added                               AS added,
  versions.removed                             AS removed,
  versions.content_hash                        AS content_hash,
  versions.stale                               AS stale,
  row_number() OVER (PARTITION BY versions.source_id, versions.line, versions.path ORDER BY versions.ordinal) - 1 AS nth,
  count(*) OVER ()::BIGINT                     AS total
FROM record_versions AS versions
LEFT JOIN sessions ON sessions.session_id = versions.session_id
WHERE (versions.path = $path::VARCHAR OR versions.object_id IN (SELECT object_id FROM object_steps WHERE path = $path::VARCHAR) OR versions.object_id IN (SELECT unnest($objects::VARCHAR[])))
  AND ($session::VARCHAR IS NULL OR versions.session_id = $session::VARCHAR)
ORDER BY versions.occurred_at DESC NULLS LAST, versions.session_id, versions.source_id, versions.line DESC, versions.ordinal DESC
LIMIT $limit::BIGINT
OFFSET $offset::BIGINT
