-- Which artifacts do a session's commits consist of?
-- One row per artifact.
SELECT DISTINCT artifact_hash AS artifact_hash
FROM (
  SELECT artifact_hash, session_id FROM commits
  UNION ALL
  SELECT record_hash, session_id FROM commits
)
WHERE session_id = $session::VARCHAR
ORDER BY artifact_hash
