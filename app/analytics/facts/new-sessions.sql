-- Which sessions have no facts yet, and how much has to be read for each?
-- One row per session, as they lie in the tables; the one without a name represents files that belong to none.
SELECT
  session_id                              AS session_id,
  coalesce(sessions.records, 0)::BIGINT   AS records
FROM (
  SELECT session_id FROM sessions
  UNION
  SELECT coalesce(session_id, '') FROM sources WHERE role IN ('session', 'agent')
)
LEFT JOIN (SELECT rowid AS place, session_id, records FROM sessions) AS sessions USING (session_id)
ANTI JOIN fact_sessions USING (session_id)
ORDER BY place, session_id
