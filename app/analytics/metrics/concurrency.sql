-- How many sessions ran at the same time, at most and on average?
-- One row, or none when no session matches. A session runs from its first record to its last; of a model or of some chains, from the first event of it to the last.
WITH spans AS (
  SELECT
    session_number,
    greatest(session_first_at, coalesce(make_timestamptz($since_ms::BIGINT * 1000), session_first_at)) AS first_at,
    least(session_last_at, coalesce(make_timestamptz($until_ms::BIGINT * 1000), session_last_at)) AS last_at
  FROM (
    FROM chosen_sessions
  )
  WHERE $model_number::INTEGER IS NULL
    AND $chains::VARCHAR = 'both'
    AND session_last_at >= coalesce(make_timestamptz($since_ms::BIGINT * 1000), session_last_at)
    AND ($until_ms::BIGINT IS NULL OR session_first_at < make_timestamptz($until_ms::BIGINT * 1000))
  UNION ALL
  SELECT session_number, min(first_at), max(last_at)
  FROM (
    FROM chosen_activity
  )
  WHERE first_at IS NOT NULL
    AND ($model_number::INTEGER IS NOT NULL OR $chains::VARCHAR <> 'both')
  GROUP BY session_number
),
edges AS (
  SELECT first_at AS moment, 1 AS step FROM spans
  UNION ALL
  SELECT last_at, -1 FROM spans
),
running AS (
  SELECT
    moment,
    sum(step) OVER (ORDER BY moment, step DESC ROWS UNBOUNDED PRECEDING) AS sessions,
    lead(moment) OVER (ORDER BY moment, step DESC) AS until
  FROM edges
)
SELECT
  (SELECT count(*) FROM spans)                                                              AS sessions,
  max(sessions)::BIGINT                                                                     AS peak,
  arg_max(moment, (sessions, -epoch_us(moment)))                                            AS peak_at,
  (sum(sessions * (epoch_ms(until) - epoch_ms(moment))) / nullif(sum(epoch_ms(until) - epoch_ms(moment)), 0))::DOUBLE AS mean,
  (sum(sessions * (epoch_ms(until) - epoch_ms(moment))) / nullif(sum(epoch_ms(until) - epoch_ms(moment)) FILTER (WHERE sessions > 0), 0))::DOUBLE AS mean_while_any,
  coalesce(sum(epoch_ms(until) - epoch_ms(moment)) FILTER (WHERE sessions > 0), 0)::BIGINT  AS covered_ms
FROM running
HAVING count(*) > 0
