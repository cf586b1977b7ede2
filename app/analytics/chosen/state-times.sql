-- Which stretches of time do the filters choose, as far as they lie in the range, and into which group does each fall?
-- One row per stretch. Asked by day, it is cut at midnight: state-times-by-day has a row for each day.
SELECT
  pieces.is_main,
  pieces.session_number,
  human_ms * part // quarters AS human_ms,
  agent_ms * part // quarters AS agent_ms,
  thinking_ms * part // quarters AS thinking_ms,
  tool_ms * part // quarters AS tool_ms,
  compaction_ms * part // quarters AS compaction_ms,
  idle_ms * part // quarters AS idle_ms,
  CASE $by::VARCHAR
    WHEN 'model' THEN pieces.model_number
    WHEN 'day' THEN pieces.day
    ELSE sessions.group_key
  END AS group_key
FROM (
  SELECT
    *,
    -- Quarters of an hour that lie in the range.
    greatest(0, least(until_quarter, coalesce($until_ms::BIGINT // 900_000, until_quarter))
      - greatest(from_quarter, coalesce($since_ms::BIGINT // 900_000, from_quarter))) AS part
  FROM (
    FROM pieces_of_state_times
  )
) AS pieces
JOIN (
  FROM chosen_sessions
) AS sessions USING (session_number)
WHERE part > 0
  AND ($model_number::INTEGER IS NULL OR pieces.model_number = $model_number::INTEGER)
  AND ($chains::VARCHAR = 'both' OR pieces.is_main = ($chains::VARCHAR = 'main'))
