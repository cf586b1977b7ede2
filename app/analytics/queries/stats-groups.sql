-- Into which groups do the sessions fall that figures are of?
-- One row per group, in the order of their labels.
WITH grouped AS (
  FROM counted_sources
)
SELECT
  group_key                                                                                         AS group_key,
  CASE $by::VARCHAR WHEN 'source' THEN min(file) ELSE coalesce(nullif(group_key, ''), '(none)') END AS label,
  count(DISTINCT grouped.session_id)                                                                AS sessions
FROM grouped
LEFT JOIN sources USING (source_id)
GROUP BY group_key
ORDER BY label, group_key
