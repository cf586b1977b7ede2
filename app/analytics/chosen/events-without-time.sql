-- How many events that the filters would choose have no time, so that they are in no range of dates?
-- One row.
SELECT coalesce(sum(events), 0)::BIGINT AS events
FROM activity
JOIN (
  FROM chosen_sessions
) AS sessions USING (session_number)
WHERE quarter_at IS NULL
  AND ($model::VARCHAR IS NULL OR model = $model::VARCHAR)
  AND ($chains::VARCHAR = 'both' OR is_main = ($chains::VARCHAR = 'main'))
