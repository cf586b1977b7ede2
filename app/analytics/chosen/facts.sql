-- Which facts do the filters choose, and into which group does each fall?
-- One row per fact. The facts of a table come in place of the word facts, its name.
SELECT
  facts.*,
  sessions.* EXCLUDE (session_number),
  CASE $by::VARCHAR
    WHEN 'session' THEN coalesce(nullif(sessions.session_id, ''), '(none)')
    WHEN 'project' THEN coalesce(nullif(sessions.project, ''), '(none)')
    WHEN 'template' THEN coalesce(nullif(sessions.template, ''), '(none)')
    WHEN 'model' THEN facts.model
    WHEN 'day' THEN coalesce(days.day, '(no time)')
    ELSE 'total'
  END AS group_name
FROM table_of_facts AS facts
JOIN (
  FROM chosen_sessions
) AS sessions USING (session_number)
LEFT JOIN (
  SELECT quarter_at, strftime(quarter_at AT TIME ZONE $zone::VARCHAR, '%Y-%m-%d') AS day
  FROM (SELECT DISTINCT quarter_at FROM table_of_facts WHERE $by::VARCHAR = 'day' AND quarter_at IS NOT NULL)
) AS days ON days.quarter_at = facts.quarter_at
WHERE ($model::VARCHAR IS NULL OR facts.model = $model::VARCHAR)
  AND ($chains::VARCHAR = 'both' OR facts.is_main = ($chains::VARCHAR = 'main'))
  AND ($since_ms::BIGINT IS NULL OR facts.quarter_at >= make_timestamptz($since_ms::BIGINT * 1000))
  AND ($until_ms::BIGINT IS NULL OR facts.quarter_at < make_timestamptz($until_ms::BIGINT * 1000))
