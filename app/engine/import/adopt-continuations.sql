-- Which session does each session continue, as the client of that one says?
-- Changes sessions that others name. A client may name the beginning of an id. One row per session that changed.
UPDATE sessions
SET continued_from = said.continued_from
FROM (
  SELECT sessions.session_id, min(earlier.session_id) AS continued_from
  FROM sessions
  LEFT JOIN (SELECT session_id, continued_in FROM sessions WHERE length(continued_in) >= 8) AS earlier
    ON earlier.session_id <> sessions.session_id AND starts_with(sessions.session_id, earlier.continued_in)
  WHERE sessions.continued_from IS NOT NULL OR earlier.session_id IS NOT NULL
  GROUP BY sessions.session_id
) AS said
WHERE sessions.session_id = said.session_id
  AND sessions.continued_from IS DISTINCT FROM said.continued_from
RETURNING sessions.session_id AS session_id
