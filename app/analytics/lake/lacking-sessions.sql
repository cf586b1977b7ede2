-- Of how many sessions are facts, versions of files or thinking events not made, such as those that are written at this moment?
-- One row.
WITH marked AS (
  SELECT
    session_id,
    session_id IN (SELECT session_id FROM fact_sessions) AS is_counted,
    session_id NOT IN (SELECT session_id FROM commits)
      OR (session_id IN (SELECT session_id FROM object_sessions) AND session_id IN (SELECT session_id FROM thinking_sessions)) AS is_read
  FROM sessions
)
SELECT count(*) AS sessions
FROM marked
WHERE NOT (is_counted AND is_read)
