-- Into which groups do the sessions fall that figures are of?
-- One row per group, in the order of their labels. A file without records belongs to no session: it is a group only among files.
WITH grouped AS (
  FROM counted_sources
)
SELECT
  group_key                                                                                         AS group_key,
  CASE $by::VARCHAR WHEN 'source' THEN min(file) ELSE coalesce(nullif(group_key, ''), '(none)') END AS label,
  count(DISTINCT sessions.session_id)                                                               AS sessions
FROM grouped
LEFT JOIN sources USING (source_id)
LEFT JOIN sessions ON sessions.session_id = grouped.session_id
GROUP BY group_key
HAVING $by::VARCHAR = 'source' OR count(sessions.session_id) > 0
ORDER BY label, group_key
