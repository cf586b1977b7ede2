-- From when to when did each session run: from its first record to its last; of a model or of some chains, from the first event of it to the last?
-- One row per session that ran in the range of dates, cut to it, whether anything happened in it or not.
SELECT
  session_number,
  greatest(first_at, coalesce(make_timestamptz($since_ms::BIGINT * 1000), first_at)) AS first_at,
  least(last_at, coalesce(make_timestamptz($until_ms::BIGINT * 1000), last_at)) AS last_at
FROM (
  SELECT session_number, session_first_at AS first_at, session_last_at AS last_at
  FROM (
    FROM chosen_sessions
  )
  WHERE $model_number::INTEGER IS NULL AND $chains::VARCHAR = 'both' AND $agent_number::INTEGER IS NULL
  UNION ALL
  SELECT session_number, min(first_at), max(last_at)
  FROM activity
  SEMI JOIN (
    FROM chosen_sessions
  ) USING (session_number)
  WHERE first_at IS NOT NULL
    AND ($model_number::INTEGER IS NOT NULL OR $chains::VARCHAR <> 'both' OR $agent_number::INTEGER IS NOT NULL)
    AND ($model_number::INTEGER IS NULL OR model_number = $model_number::INTEGER)
    AND ($chains::VARCHAR = 'both' OR is_main = ($chains::VARCHAR = 'main'))
    AND ($agent_number::INTEGER IS NULL OR agent_number = $agent_number::INTEGER)
  GROUP BY session_number
)
WHERE last_at >= coalesce(make_timestamptz($since_ms::BIGINT * 1000), last_at)
  AND ($until_ms::BIGINT IS NULL OR first_at < make_timestamptz($until_ms::BIGINT * 1000))
