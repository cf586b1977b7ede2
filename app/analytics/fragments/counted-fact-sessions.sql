-- Which group does each session with facts belong to: itself, its project, or the one group of all?
-- One row per session that counts. A made session counts only while the transcript of the same session was not imported; asked for by name it always does. One of which only prompts are known never does.
SELECT
  session_number AS session_number,
  session_id     AS session_id,
  CASE $by::VARCHAR
    WHEN 'session' THEN session_id
    WHEN 'project' THEN nfc_normalize(project)
    ELSE ''
  END            AS group_key
FROM fact_sessions
WHERE CASE
  WHEN $session::VARCHAR IS NULL THEN
    NOT starts_with(session_id, 'live/') OR substr(session_id, 6) NOT IN (SELECT session_id FROM sessions)
  ELSE session_id = $session::VARCHAR
END
  AND template <> 'claude-code/history'
