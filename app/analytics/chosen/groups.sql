-- How are the groups called?
-- One row per group that there may be. Facts bear the keys: numbers are grouped faster than names.
SELECT 0 AS group_key, 'total' AS group_name
WHERE $by::VARCHAR = 'total'
UNION ALL
SELECT
  group_key,
  any_value(coalesce(nullif(CASE $by::VARCHAR WHEN 'session' THEN session_id WHEN 'project' THEN project ELSE template END, ''), '(none)'))
FROM (
  FROM chosen_sessions
)
WHERE $by::VARCHAR IN ('session', 'project', 'template')
GROUP BY group_key
UNION ALL
SELECT number, name
FROM fact_names
WHERE $by::VARCHAR = 'model'
UNION ALL
SELECT day, strftime(DATE '1970-01-01' + day, '%Y-%m-%d')
FROM (
  -- No zone is a day away from UTC.
  SELECT DISTINCT quarter // 96 + unnest([-1, 0, 1]) AS day FROM fact_quarters
)
WHERE $by::VARCHAR = 'day'
UNION ALL
SELECT -2_147_483_648, '(no time)'
WHERE $by::VARCHAR = 'day'
