-- Which group does each transcript file belong to: itself, its session, its project, or the one group of all?
-- One row per file, without those of sessions of which only prompts are known; metrics of groups build on it. source_rank puts main transcripts before those of sub-agents.
SELECT
  source_id                                               AS source_id,
  coalesce(session_id, '')                                AS session_id,
  role                                                    AS role,
  row_number() OVER (ORDER BY role DESC, file, source_id) AS source_rank,
  CASE $by::VARCHAR
    WHEN 'source' THEN source_id
    WHEN 'session' THEN coalesce(session_id, '')
    WHEN 'project' THEN nfc_normalize(coalesce(project, ''))
    ELSE ''
  END                                                     AS group_key
FROM sources
LEFT JOIN sessions USING (session_id)
WHERE role IN ('session', 'agent')
  AND coalesce(kind, '') <> 'prompts_only'
  AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
