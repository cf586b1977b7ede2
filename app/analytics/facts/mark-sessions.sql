-- Remembers that the facts of these sessions are made, gives each its number, and notes what filters look at.
-- One new row per session.
INSERT INTO fact_sessions BY NAME
SELECT
  nextval('fact_session_numbers')::INTEGER  AS session_number,
  session_id                                AS session_id,
  coalesce(project, '')                     AS project,
  coalesce(template, '')                    AS template,
  projects.number                           AS project_number,
  templates.number                          AS template_number,
  coalesce(client_version, '')              AS version,
  versions.number                           AS version_number,
  coalesce(outcome, 'unknown')              AS outcome,
  first_at                                  AS first_at,
  last_at                                   AS last_at,
  duration_ms                               AS duration_ms
FROM (SELECT unnest($sessions::VARCHAR[]) AS session_id)
LEFT JOIN sessions USING (session_id)
JOIN fact_names AS projects ON projects.name = nfc_normalize(coalesce(project, ''))
JOIN fact_names AS templates ON templates.name = nfc_normalize(coalesce(template, ''))
JOIN fact_names AS versions ON versions.name = nfc_normalize(coalesce(client_version, ''))
