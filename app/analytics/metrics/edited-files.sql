-- Which files were changed most?
-- One row per group and file, those with most changes first.
SELECT
  group_name                                             AS group_name,
  path                                                   AS path,
  changes                                                AS changes,
  sessions                                               AS sessions,
  added                                                  AS added,
  removed                                                AS removed,
  undone                                                 AS undone,
  surviving                                              AS surviving,
  stale                                                  AS stale
FROM (
  SELECT
    group_key,
    arg_max(path, occurred_at)             AS path,
    count(*)::BIGINT                       AS changes,
    count(DISTINCT session_id)::BIGINT     AS sessions,
    sum(added)::BIGINT                     AS added,
    sum(removed)::BIGINT                   AS removed,
    sum(undone)::BIGINT                    AS undone,
    sum(surviving) FILTER (added IS NOT NULL)::BIGINT AS surviving,
    count(stale)::BIGINT                   AS stale
  FROM (
    FROM chosen_object_versions_with_sessions
  )
  WHERE is_change
  GROUP BY group_key, coalesce(object_id, path)
)
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name, changes DESC, path
