-- Which sessions share the process of the client, whose account continues over them?
-- One row per session. After /clear the client continues its count in a new session, so the accounts of both include the same replies.
SELECT DISTINCT session_id
FROM (
  SELECT session_id, detail ->> '$.started_ms' AS started_ms
  FROM records
  WHERE record_type = 'cost-state' AND detail IS NOT NULL AND NOT is_copy
)
WHERE started_ms IS NOT NULL
QUALIFY min(session_id) OVER (PARTITION BY started_ms) <> max(session_id) OVER (PARTITION BY started_ms)
