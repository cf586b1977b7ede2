-- How many commits do these sessions have?
-- One row per session that has any.
SELECT
  session_id         AS session_id,
  max(position) + 1  AS next_position
FROM commits
WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))
GROUP BY session_id
