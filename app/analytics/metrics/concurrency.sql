-- How many sessions ran at the same time, at most and on average?
-- One row, or none when no session matches. A session runs from its first record to its last; of a model or of some chains, from the first event of it to the last.
WITH spans AS (
  FROM session_spans
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
