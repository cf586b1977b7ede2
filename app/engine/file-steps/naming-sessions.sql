-- In which sessions do records say something of this file?
-- One row per session, the last one first.
SELECT session_id AS session_id
FROM object_steps
WHERE path = $path::VARCHAR
GROUP BY session_id
ORDER BY max(occurred_at) DESC NULLS LAST, session_id
