-- Which stretches of time do the filters choose, as far as they lie in the range, and into which group does each fall?
-- One row per stretch. Asked by day, it is cut at midnight: state-pieces-by-day has a row for each day.
SELECT
  pieces.is_main,
  pieces.session_number,
  CASE WHEN all_of_it THEN human_ms ELSE human_ms // quarters * part END AS human_ms,
  CASE WHEN all_of_it THEN agent_ms ELSE agent_ms // quarters * part END AS agent_ms,
  CASE WHEN all_of_it THEN thinking_ms ELSE thinking_ms // quarters * part END AS thinking_ms,
  CASE WHEN all_of_it THEN tool_ms ELSE tool_ms // quarters * part END AS tool_ms,
  CASE WHEN all_of_it THEN waiting_ms ELSE waiting_ms // quarters * part END AS waiting_ms,
  CASE WHEN all_of_it THEN guessed_ms ELSE guessed_ms // quarters * part END AS guessed_ms,
  CASE WHEN all_of_it THEN compaction_ms ELSE compaction_ms // quarters * part END AS compaction_ms,
  CASE WHEN all_of_it THEN idle_ms ELSE idle_ms // quarters * part END AS idle_ms,
  CASE WHEN all_of_it THEN active_ms ELSE active_ms // quarters * part END AS active_ms,
  CASE $by::VARCHAR
    WHEN 'model' THEN pieces.model_number
    WHEN 'agent-type' THEN pieces.agent_number
    WHEN 'day' THEN pieces.day
    WHEN 'month' THEN CASE WHEN pieces.day = -2_147_483_648 THEN pieces.day ELSE month_of_day(pieces.day) END
    ELSE sessions.group_key
  END AS group_key
FROM (
  SELECT
    *,
    -- A constant: what nothing cuts need not be divided.
    $since_ms::BIGINT IS NULL AND $until_ms::BIGINT IS NULL AND $by::VARCHAR NOT IN ('day', 'month') AS all_of_it,
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
WHERE (all_of_it OR part > 0)
  AND ($model_number::INTEGER IS NULL OR pieces.model_number = $model_number::INTEGER)
  AND ($chains::VARCHAR = 'both' OR pieces.is_main = ($chains::VARCHAR = 'main'))
  AND ($agent_number::INTEGER IS NULL OR pieces.agent_number = $agent_number::INTEGER)
