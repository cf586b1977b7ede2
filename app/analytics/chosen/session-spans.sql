-- From when to when did each session run: from its first record to its last; of a model or of some chains, from the first event of it to the last?
-- One row per session.
SELECT
  session_number,
  greatest(session_first_at, coalesce(make_timestamptz($since_ms::BIGINT * 1000), session_first_at)) AS first_at,
  least(session_last_at, coalesce(make_timestamptz($until_ms::BIGINT * 1000), session_last_at)) AS last_at
FROM (
  FROM chosen_sessions
)
WHERE $model_number::INTEGER IS NULL
  AND $chains::VARCHAR = 'both'
  AND session_last_at >= coalesce(make_timestamptz($since_ms::BIGINT * 1000), session_last_at)
  AND ($until_ms::BIGINT IS NULL OR session_first_at < make_timestamptz($until_ms::BIGINT * 1000))
UNION ALL
SELECT session_number, min(first_at), max(last_at)
FROM (
  FROM chosen_activity
)
WHERE first_at IS NOT NULL
  AND ($model_number::INTEGER IS NOT NULL OR $chains::VARCHAR <> 'both')
GROUP BY session_number
