-- What are sessions called?
-- One row per session whose title is not its id.
SELECT
  session_id  AS session_id,
  title       AS title
FROM sessions
WHERE title_source <> 'id'
ORDER BY last_at NULLS FIRST, session_id
