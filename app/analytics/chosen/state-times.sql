-- Which stretches of time do the filters choose, as far as they lie in the range, and into which group does each fall?
-- One row per stretch; one that lasts several days has one for each of them when asked by day.
SELECT
  pieces.* EXCLUDE (human_ms, agent_ms, thinking_ms, tool_ms, compaction_ms, idle_ms),
  sessions.* EXCLUDE (session_number),
  human_ms * part // quarters AS human_ms,
  agent_ms * part // quarters AS agent_ms,
  thinking_ms * part // quarters AS thinking_ms,
  tool_ms * part // quarters AS tool_ms,
  compaction_ms * part // quarters AS compaction_ms,
  idle_ms * part // quarters AS idle_ms,
  CASE $by::VARCHAR
    WHEN 'session' THEN coalesce(nullif(sessions.session_id, ''), '(none)')
    WHEN 'project' THEN coalesce(nullif(sessions.project, ''), '(none)')
    WHEN 'template' THEN coalesce(nullif(sessions.template, ''), '(none)')
    WHEN 'model' THEN pieces.model
    WHEN 'day' THEN strftime(start_at AT TIME ZONE $zone::VARCHAR, '%Y-%m-%d')
    ELSE 'total'
  END AS group_name
FROM (
  SELECT
    *,
    -- Quarters of an hour that lie in the range.
    greatest(0, (epoch_ms(least(end_at, coalesce(make_timestamptz($until_ms::BIGINT * 1000), end_at)))
      - epoch_ms(greatest(start_at, coalesce(make_timestamptz($since_ms::BIGINT * 1000), start_at)))) // 900_000) AS part
  FROM (
    SELECT *, quarter_at AS start_at, quarter_at + INTERVAL 15 MINUTE AS end_at
    FROM state_times
    WHERE quarters = 1
    UNION ALL
    SELECT *, quarter_at AS start_at, quarter_at + to_seconds(quarters * 900) AS end_at
    FROM state_times
    WHERE quarters > 1 AND $by::VARCHAR <> 'day'
    UNION ALL
    SELECT
      * EXCLUDE (day),
      greatest(quarter_at, day AT TIME ZONE $zone::VARCHAR) AS start_at,
      least(quarter_at + to_seconds(quarters * 900), (day + INTERVAL 1 DAY) AT TIME ZONE $zone::VARCHAR) AS end_at
    FROM (
      SELECT *, unnest(generate_series(
        date_trunc('day', quarter_at AT TIME ZONE $zone::VARCHAR),
        (quarter_at + to_seconds(quarters * 900 - 1)) AT TIME ZONE $zone::VARCHAR,
        INTERVAL 1 DAY
      )) AS day
      FROM state_times
      WHERE quarters > 1 AND $by::VARCHAR = 'day'
    )
  )
) AS pieces
JOIN (
  FROM chosen_sessions
) AS sessions USING (session_number)
WHERE part > 0
  AND ($model::VARCHAR IS NULL OR pieces.model = $model::VARCHAR)
  AND ($chains::VARCHAR = 'both' OR pieces.is_main = ($chains::VARCHAR = 'main'))
