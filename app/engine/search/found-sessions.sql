-- What are these sessions?
-- One row per session.
SELECT
  session_id  AS session_id,
  title       AS title,
  project     AS project,
  last_at     AS last_at,
  kind        AS kind
FROM sessions
WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))
