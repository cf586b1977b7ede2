-- Which group does each transcript file, and each commit that was made, belong to?
-- One row per file and per made commit, whose events stand under its id. A made session counts beside the transcripts only while the
-- transcript of the same session was not imported; asked for by name it always does. Files have no made commits.
SELECT
  source_id    AS source_id,
  session_id   AS session_id,
  source_rank  AS source_rank,
  group_key    AS group_key
FROM (
  FROM grouped_sources
)
UNION ALL
SELECT
  commit_id                     AS source_id,
  session_id                    AS session_id,
  0                             AS source_rank,
  CASE $by::VARCHAR
    WHEN 'session' THEN session_id
    WHEN 'project' THEN nfc_normalize(coalesce(project, ''))
    ELSE ''
  END                           AS group_key
FROM commits
LEFT JOIN sessions USING (session_id)
WHERE starts_with(session_id, 'live/')
  AND chain <> 'replaced'
  AND $by::VARCHAR <> 'source'
  AND CASE
    WHEN $session::VARCHAR IS NULL THEN substr(session_id, 6) NOT IN (SELECT session_id FROM sessions)
    ELSE session_id = $session::VARCHAR
  END
