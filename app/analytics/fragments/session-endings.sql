-- How did each session end? A transcript that changed in the last half hour may continue, unless its client wrote the outcome.
-- One row per session with facts. Numbers are compared, since instants would load the calendar of time zones.
SELECT
  session_id                                                                                        AS session_id,
  CASE WHEN may_continue THEN 'unknown' ELSE coalesce(ending, 'unknown') END                        AS ending,
  CASE WHEN may_continue THEN 'may continue' ELSE coalesce(rule, 'prompts only') END                AS rule,
  source_id                                                                                         AS source_id,
  line                                                                                              AS line
FROM (
  SELECT session_id, endings.*, coalesce(rule NOT IN ('recorded', 'no event') AND epoch_ms(last_at) > coalesce($now_ms::BIGINT, epoch_ms(now())) - 1_800_000, false) AS may_continue
  FROM fact_sessions
  LEFT JOIN endings USING (session_number)
) AS counted
