-- Which sessions do the filters choose?
-- One row per session. A made session counts only while the transcript of the same session was not imported; asked for by name it always does.
SELECT
  session_number  AS session_number,
  session_id      AS session_id,
  project         AS project,
  template        AS template,
  outcome         AS outcome,
  first_at        AS session_first_at,
  last_at         AS session_last_at,
  duration_ms     AS duration_ms,
  CASE $by::VARCHAR
    WHEN 'session' THEN session_number
    WHEN 'project' THEN min(session_number) OVER (PARTITION BY project)
    WHEN 'template' THEN min(session_number) OVER (PARTITION BY template)
    ELSE 0
  END             AS group_key
FROM fact_sessions
WHERE ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
  AND ($project::VARCHAR IS NULL OR project = $project::VARCHAR)
  AND ($template::VARCHAR IS NULL OR template = $template::VARCHAR)
  AND (
    session_id = $session::VARCHAR
    OR session_number NOT IN (
      SELECT made.session_number
      FROM fact_sessions AS made
      JOIN sessions ON sessions.session_id = substr(made.session_id, 6)
      WHERE starts_with(made.session_id, 'live/')
    )
  )
