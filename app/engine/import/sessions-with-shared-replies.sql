-- Which sessions contain replies that other sessions contain too, not marked as copies? Looked for from the given sessions on, or everywhere.
-- One row per session.
WITH looked_for AS (
  SELECT DISTINCT reply_key
  FROM token_usage
  WHERE NOT is_copy AND session_id IN (SELECT unnest($sessions::VARCHAR[]))
),
shared AS (
  SELECT reply_key
  FROM token_usage
  WHERE NOT is_copy AND ($sessions::VARCHAR[] IS NULL OR reply_key IN (FROM looked_for))
  GROUP BY reply_key
  HAVING min(session_id) <> max(session_id)
)
SELECT DISTINCT session_id AS session_id
FROM token_usage
WHERE NOT is_copy AND reply_key IN (FROM shared)
ORDER BY session_id
