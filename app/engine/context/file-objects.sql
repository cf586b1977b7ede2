-- Which files did agents see or change, in how many sessions and versions, and where last?
-- One row per file, those that were used last first.
WITH uses AS (
  SELECT
    object_id,
    max(occurred_at)           AS last_at,
    count(DISTINCT session_id) AS sessions,
    max_by((path, session_id, commit_id), (coalesce(occurred_at, '-infinity'::TIMESTAMPTZ), session_id, line)) AS last
  FROM (
    SELECT object_id, path, session_id, commit_id, line, occurred_at FROM object_steps
    UNION ALL
    SELECT object_id, path, session_id, commit_id, line, occurred_at FROM record_versions
  )
  WHERE object_id IS NOT NULL AND starts_with(object_id, $beginning::VARCHAR)
  GROUP BY object_id
),
versions AS (
  SELECT object_id, count(*) AS versions
  FROM (
    SELECT object_id FROM record_versions
    UNION ALL
    SELECT object_id FROM tracked_files
  )
  WHERE object_id IS NOT NULL
  GROUP BY object_id
),
-- The session that used it last knew it so; of a file that was deleted nothing is left.
sizes AS (
  SELECT
    object_id,
    session_id,
    max_by(
      [CASE WHEN is_there THEN chars ELSE 0 END],
      (coalesce(occurred_at, '-infinity'::TIMESTAMPTZ), source_id, line, ordinal)
    )[1] AS chars
  FROM record_versions
  WHERE object_id IS NOT NULL
  GROUP BY object_id, session_id
)
SELECT
  uses.object_id               AS id,
  objects.filesystem_id        AS filesystem_id,
  objects.path                 AS own_path,
  last[1]                      AS path,
  last[2]                      AS session_id,
  last[3]                      AS commit_id,
  coalesce(versions, 0)        AS versions,
  sizes.chars                  AS chars,
  sessions                     AS sessions,
  last_at                      AS last_at,
  count(*) OVER ()::BIGINT     AS total
FROM uses
JOIN objects USING (object_id)
LEFT JOIN versions USING (object_id)
LEFT JOIN sizes ON sizes.object_id = uses.object_id AND sizes.session_id = uses.last[2]
ORDER BY last_at DESC NULLS LAST, id
LIMIT $limit::BIGINT
