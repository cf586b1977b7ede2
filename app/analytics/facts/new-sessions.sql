-- Which sessions have no facts yet, and how much has to be read for each?
-- One row per session, as they lie in the tables; the one without a name represents files that belong to none. A record may hold very many
-- events, so the larger number of both is what has to be read.
WITH missing AS (
  FROM (
    SELECT session_id FROM sessions
    UNION
    SELECT coalesce(session_id, '') FROM sources WHERE role IN ('session', 'agent')
  )
  ANTI JOIN fact_sessions USING (session_id)
),
counted AS (
  SELECT session_id, count(*) AS events
  FROM events
  SEMI JOIN missing USING (session_id)
  GROUP BY session_id
)
SELECT
  session_id                                                            AS session_id,
  greatest(coalesce(sessions.records, 0), coalesce(events, 0))::BIGINT  AS size
FROM missing
LEFT JOIN (SELECT rowid AS place, session_id, records FROM sessions) AS sessions USING (session_id)
LEFT JOIN counted USING (session_id)
ORDER BY place, session_id
