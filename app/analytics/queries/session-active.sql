-- For how long did at least one agent of each session work?
-- One row per session whose facts are made and that has times.
SELECT
  session_id                                   AS session_id,
  coalesce(sum(active_ms), 0)::BIGINT          AS active_ms
FROM fact_sessions
LEFT JOIN state_times USING (session_number)
WHERE duration_ms IS NOT NULL AND ($sessions::VARCHAR[] IS NULL OR session_id IN (SELECT unnest($sessions::VARCHAR[])))
GROUP BY session_id
