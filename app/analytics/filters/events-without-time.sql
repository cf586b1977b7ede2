-- How many events that the filters would choose have no time, so that they are in no range of dates?
-- One row.
SELECT coalesce(sum(events), 0)::BIGINT AS events
FROM activity
JOIN (
  FROM chosen_sessions
) AS sessions USING (session_number)
WHERE quarter IS NULL
  AND ($model_number::INTEGER IS NULL OR model_number = $model_number::INTEGER)
  AND ($chains::VARCHAR = 'both' OR is_main = ($chains::VARCHAR = 'main'))
  AND ($agent_number::INTEGER IS NULL OR agent_number = $agent_number::INTEGER)
