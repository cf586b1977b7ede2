-- How are the sessions called?
-- One row per session. Facts bear the keys.
SELECT session_number AS group_key, coalesce(nullif(session_id, ''), '(none)') AS group_name
FROM fact_sessions
