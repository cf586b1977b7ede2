-- What do the sessions take on disk, and what is saved by keeping deltas and shared beginnings once?
-- One row per group.
WITH chosen AS (
  SELECT
    counts.*,
    CASE $by::VARCHAR
      WHEN 'session' THEN coalesce(nullif(session_id, ''), '(none)')
      WHEN 'project' THEN coalesce(nullif(project, ''), '(none)')
      WHEN 'template' THEN coalesce(nullif(template, ''), '(none)')
      WHEN 'day' THEN coalesce(strftime(quarter_at AT TIME ZONE $zone::VARCHAR, '%Y-%m-%d'), '(no time)')
      ELSE 'total'
    END AS group_name
  FROM storage_counts AS counts
  JOIN (
    FROM chosen_sessions
  ) USING (session_id)
  WHERE ($chains::VARCHAR = 'both' OR is_main = ($chains::VARCHAR = 'main'))
    AND ($since_ms::BIGINT IS NULL OR quarter_at >= make_timestamptz($since_ms::BIGINT * 1000))
    AND ($until_ms::BIGINT IS NULL OR quarter_at < make_timestamptz($until_ms::BIGINT * 1000))
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
GROUP BY group_name
ORDER BY group_name
