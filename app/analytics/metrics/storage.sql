-- How much disk space do the sessions take, and how much is saved by storing deltas and shared beginnings once?
-- One row per group. With a model: the commits in which it replied.
WITH chosen AS (
  SELECT
    CASE $by::VARCHAR WHEN 'day' THEN coalesce(local_day(counts.quarter), -2_147_483_648) WHEN 'month' THEN coalesce(local_month(counts.quarter), -2_147_483_648) ELSE group_key END AS group_key,
    commits, commit_bytes, stored_bytes, snapshot_bytes,
    0 AS copied_bytes
  FROM storage_counts AS counts
  JOIN (
    FROM chosen_sessions
  ) AS sessions USING (session_id)
  WHERE ($chains::VARCHAR = 'both' OR is_main = ($chains::VARCHAR = 'main'))
    AND ($since_ms::BIGINT IS NULL OR counts.quarter >= $since_ms::BIGINT // 900_000)
    AND ($until_ms::BIGINT IS NULL OR counts.quarter < $until_ms::BIGINT // 900_000)
    AND ($model::VARCHAR IS NULL OR CASE $model::VARCHAR WHEN '(none)' THEN len(models) = 0 ELSE list_contains([nfc_normalize(model) FOR model IN models], nfc_normalize($model::VARCHAR)) END)
  UNION ALL
  SELECT group_key, 0, 0, 0, 0, bytes
  FROM (
    FROM chosen_copies
  )
)
SELECT
  group_name                                                              AS group_name,
  sum(commits)::BIGINT                                                    AS commits,
  sum(commit_bytes + copied_bytes)::BIGINT                                AS raw_bytes,
  sum(stored_bytes)::BIGINT                                               AS stored_bytes,
  (sum(stored_bytes) / nullif(sum(commit_bytes + copied_bytes), 0))::DOUBLE AS stored_share,
  sum(commit_bytes)::BIGINT                                               AS delta_bytes,
  sum(snapshot_bytes)::BIGINT                                             AS snapshot_bytes,
  (sum(snapshot_bytes)::DOUBLE / nullif(sum(commit_bytes), 0))::DOUBLE    AS snapshots_per_delta,
  sum(copied_bytes)::BIGINT                                               AS shared_bytes
FROM chosen
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
GROUP BY chosen.group_key, group_name
ORDER BY group_name
