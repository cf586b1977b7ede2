-- Into which groups do the transcript files fall, and how much raw material does each hold?
-- One row per group, in the order of their labels.
WITH grouped AS (
  FROM grouped_sources
),
faults AS (
  SELECT
    source_id,
    count(*) FILTER (WHERE code IN ('malformed-json', 'truncated-line', 'recovered-records')) AS malformed_lines
  FROM problems
  GROUP BY source_id
)
SELECT
  group_key                                                                                         AS group_key,
  CASE $by::VARCHAR WHEN 'source' THEN min(file) ELSE coalesce(nullif(group_key, ''), '(none)') END AS label,
  count(DISTINCT grouped.session_id)                                                                AS sessions,
  count(*) FILTER (WHERE grouped.role = 'session')                                                  AS session_files,
  count(*) FILTER (WHERE grouped.role = 'agent')                                                    AS subagent_files,
  coalesce(sum(bytes), 0)::BIGINT                                                                   AS bytes,
  coalesce(sum(malformed_lines), 0)::BIGINT                                                         AS malformed_lines
FROM grouped
JOIN sources USING (source_id)
LEFT JOIN faults USING (source_id)
GROUP BY group_key
ORDER BY label, group_key
