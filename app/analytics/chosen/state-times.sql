-- Which stretches of time do the filters choose, as far as they lie in the range, and into which group does each fall?
-- One row per stretch; one that lasts several days has one for each of them when asked by day.
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
    SELECT state_times.*, quarter AS from_quarter, quarter + quarters AS until_quarter, 0 AS day
    FROM state_times
    WHERE $by::VARCHAR <> 'day'
    UNION ALL
    SELECT state_times.*, state_times.quarter, state_times.quarter + 1, day
    FROM state_times
    JOIN (
      FROM chosen_days
    ) AS days ON days.quarter = state_times.quarter
    WHERE $by::VARCHAR = 'day' AND quarters = 1
    UNION ALL
    SELECT
      * EXCLUDE (local_day),
      greatest(quarter, epoch(local_day AT TIME ZONE $zone::VARCHAR)::BIGINT // 900),
      least(quarter + quarters, epoch((local_day + INTERVAL 1 DAY) AT TIME ZONE $zone::VARCHAR)::BIGINT // 900),
      date_diff('day', DATE '1970-01-01', local_day::DATE)
    FROM (
      SELECT *, unnest(generate_series(
        date_trunc('day', make_timestamptz(quarter::BIGINT * 900_000_000) AT TIME ZONE $zone::VARCHAR),
        make_timestamptz((quarter + quarters)::BIGINT * 900_000_000 - 1_000_000) AT TIME ZONE $zone::VARCHAR,
        INTERVAL 1 DAY
      )) AS local_day
      FROM state_times
      WHERE $by::VARCHAR = 'day' AND quarters > 1
    )
  )
) AS pieces
JOIN (
  FROM chosen_sessions
) AS sessions USING (session_number)
WHERE part > 0
  AND ($model_number::INTEGER IS NULL OR pieces.model_number = $model_number::INTEGER)
  AND ($chains::VARCHAR = 'both' OR pieces.is_main = ($chains::VARCHAR = 'main'))
