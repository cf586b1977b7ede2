-- What are these sessions called, and where do they end?
-- One row per session.
SELECT
  session_id     AS session_id,
  title          AS title,
  last_at        AS last_at,
  tip_commit_id  AS tip_commit_id
FROM sessions
WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))
