-- Which sessions have an event that the filters choose, and of which client version are they?
-- One row per session.
SELECT session_id AS session_id, coalesce(nullif(any_value(version), ''), '(none)') AS version
FROM (
  FROM chosen_activity_with_sessions
)
WHERE session_id <> ''
GROUP BY session_id
ORDER BY session_id
