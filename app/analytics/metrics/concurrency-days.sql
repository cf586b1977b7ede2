-- How many sessions ran at the same time on each day?
-- One row per day of the chosen zone on which a session ran. A session runs from its first record to its last; of a model or of some chains, from the first event of it to the last.
-- One that would take more than ten years, by a wrong clock, runs on its first day and on its last.
WITH spans AS (
  FROM session_spans
),
parts AS (
  SELECT
    day,
    greatest(first_at, midnight_of(day)) AS first_at,
    least(last_at, midnight_of(next_day)) AS last_at,
    epoch_ms(midnight_of(next_day)) - epoch_ms(midnight_of(day)) AS day_ms
  FROM (
    SELECT *, day + INTERVAL 1 DAY AS next_day
    FROM (
      SELECT
        first_at,
        last_at,
        unnest(CASE WHEN last_at < first_at + INTERVAL 10 YEAR THEN generate_series(first_day, last_at AT TIME ZONE $zone::VARCHAR, INTERVAL 1 DAY)
          ELSE [first_day, date_trunc('day', last_at AT TIME ZONE $zone::VARCHAR)] END) AS day
      FROM (
        SELECT first_at, last_at, date_trunc('day', first_at AT TIME ZONE $zone::VARCHAR) AS first_day FROM spans
      )
    )
  )
  -- A range ends before the day that begins with its end.
  WHERE $until_ms::BIGINT IS NULL OR midnight_of(day) < make_timestamptz($until_ms::BIGINT * 1000)
),
edges AS (
  SELECT day, first_at AS moment, 1 AS step FROM parts
  UNION ALL
  SELECT day, last_at, -1 FROM parts
),
running AS (
  SELECT day, sum(step) OVER (PARTITION BY day ORDER BY moment, step DESC ROWS UNBOUNDED PRECEDING) AS sessions FROM edges
),
peaks AS (
  SELECT day, max(sessions) AS peak FROM running GROUP BY day
)
SELECT
  strftime(day, '%Y-%m-%d')                                                  AS day,
  count(*)                                                                   AS sessions,
  any_value(peak)::BIGINT                                                    AS peak,
  (sum(epoch_ms(last_at) - epoch_ms(first_at)) / any_value(day_ms))::DOUBLE  AS mean,
  sum(epoch_ms(last_at) - epoch_ms(first_at))::BIGINT                        AS session_ms
FROM parts
JOIN peaks USING (day)
GROUP BY day
ORDER BY day
