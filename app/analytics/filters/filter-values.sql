-- What can the filters be set to?
-- One row per filter and value, most used first; the days are of the filter day.
SELECT
  filter         AS filter,
  value          AS value,
  times::BIGINT  AS times
FROM (
  SELECT 'project' AS filter, project AS value, count(*) AS times FROM sessions GROUP BY project
  UNION ALL
  SELECT 'template', template, count(*) FROM sessions GROUP BY template
  UNION ALL
  SELECT 'model', any_value(name), sum(events)
  FROM activity
  SEMI JOIN fact_sessions USING (session_number)
  JOIN fact_names ON number = model_number
  GROUP BY number
  UNION ALL
  SELECT 'agent-type', any_value(name), sum(events)
  FROM activity
  SEMI JOIN fact_sessions USING (session_number)
  JOIN fact_names ON number = agent_number
  GROUP BY number
  UNION ALL
  SELECT 'version', coalesce(nullif(version, ''), '(none)'), count(*) FROM fact_sessions WHERE session_id <> '' GROUP BY version
  UNION ALL
  SELECT 'first', strftime(make_timestamptz(min(quarter)::BIGINT * 900_000_000) AT TIME ZONE $zone::VARCHAR, '%Y-%m-%d'), 0 FROM activity SEMI JOIN fact_sessions USING (session_number)
  UNION ALL
  SELECT 'last', strftime(make_timestamptz(max(quarter)::BIGINT * 900_000_000) AT TIME ZONE $zone::VARCHAR, '%Y-%m-%d'), 0 FROM activity SEMI JOIN fact_sessions USING (session_number)
)
WHERE value IS NOT NULL
ORDER BY filter, times DESC, value
