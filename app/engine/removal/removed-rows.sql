-- What are these sessions called, and how many records do they have?
-- One row per session.
SELECT
  session_id  AS session_id,
  title       AS title,
  records     AS records
FROM sessions
WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))
