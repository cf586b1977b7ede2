-- When did each group's sessions run, how many at the same time, and how many of them were compacted?
-- One row per group with at least one record. A session runs from its first to its last record, both included.
WITH grouped AS (
  FROM grouped_sources
),
spans AS (
  SELECT
    group_key,
    grouped.session_id,
    min(occurred_at) AS first_at,
    max(occurred_at) AS last_at,
    count(*) FILTER (WHERE record_type = 'system' AND subtype = 'compact_boundary') AS compactions
  FROM records
  JOIN grouped USING (source_id)
  GROUP BY group_key, grouped.session_id
),
edges AS (
  SELECT group_key, first_at AS moment, 1 AS step FROM spans WHERE first_at IS NOT NULL
  UNION ALL
  SELECT group_key, last_at AS moment, -1 AS step FROM spans WHERE last_at IS NOT NULL
),
running AS (
  SELECT
    group_key,
    moment,
    sum(step) OVER (PARTITION BY group_key ORDER BY moment, step DESC ROWS UNBOUNDED PRECEDING) AS sessions
  FROM edges
),
peaks AS (
  SELECT group_key, max(sessions)::BIGINT AS sessions, arg_max(moment, (sessions, -epoch_us(moment))) AS moment
  FROM running
  GROUP BY group_key
)
SELECT
  group_key                               AS group_key,
  min(first_at)                           AS first_at,
  max(last_at)                            AS last_at,
  count(*) FILTER (WHERE compactions > 0) AS sessions_with_compaction,
  max(compactions)                        AS max_compactions,
  coalesce(any_value(peaks.sessions), 0)  AS max_concurrent,
  any_value(peaks.moment)                 AS max_concurrent_at
FROM spans
LEFT JOIN peaks USING (group_key)
GROUP BY group_key
