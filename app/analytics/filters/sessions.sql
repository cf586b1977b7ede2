-- Which sessions do the filters choose?
-- One row per session. Asked for by name a session counts even if it does not otherwise.
SELECT
  session_number  AS session_number,
  session_id      AS session_id,
  project         AS project,
  template        AS template,
  version         AS version,
  outcome         AS outcome,
  first_at        AS session_first_at,
  last_at         AS session_last_at,
  duration_ms     AS duration_ms,
  CASE $by::VARCHAR
    WHEN 'session' THEN session_number
    WHEN 'project' THEN project_number
    WHEN 'template' THEN template_number
    WHEN 'version' THEN version_number
    ELSE 0
  END             AS group_key
FROM counted_sessions
WHERE ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
  AND ($project::VARCHAR IS NULL OR nfc_normalize(project) = nfc_normalize($project::VARCHAR))
  AND ($template::VARCHAR IS NULL OR nfc_normalize(template) = nfc_normalize($template::VARCHAR))
