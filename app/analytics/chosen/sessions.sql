-- Which sessions do the filters choose?
-- One row per session. A made session counts only while the transcript of the same session was not imported; asked for by name it always does.
SELECT
  fact_sessions.session_number                                                              AS session_number,
  fact_sessions.session_id                                                                  AS session_id,
  coalesce(sessions.project, '')                                                            AS project,
  coalesce(sessions.template, '')                                                           AS template,
  coalesce(sessions.title, '')                                                              AS title,
  coalesce(sessions.outcome, 'unknown')                                                     AS outcome,
  sessions.first_at                                                                         AS session_first_at,
  sessions.last_at                                                                          AS session_last_at,
  sessions.duration_ms                                                                      AS duration_ms,
  CASE $by::VARCHAR
    WHEN 'session' THEN fact_sessions.session_number
    WHEN 'project' THEN min(fact_sessions.session_number) OVER (PARTITION BY coalesce(sessions.project, ''))
    WHEN 'template' THEN min(fact_sessions.session_number) OVER (PARTITION BY coalesce(sessions.template, ''))
    ELSE 0
  END                                                                                       AS group_key
FROM fact_sessions
LEFT JOIN sessions USING (session_id)
WHERE ($session::VARCHAR IS NULL OR fact_sessions.session_id = $session::VARCHAR)
  AND ($project::VARCHAR IS NULL OR coalesce(sessions.project, '') = $project::VARCHAR)
  AND ($template::VARCHAR IS NULL OR coalesce(sessions.template, '') = $template::VARCHAR)
  AND (
    NOT starts_with(fact_sessions.session_id, 'live/')
    OR fact_sessions.session_id = $session::VARCHAR
    OR substr(fact_sessions.session_id, 6) NOT IN (SELECT session_id FROM sessions)
  )
