-- Which sessions had a record since then, or are these?
-- One row per session, the last one first.
SELECT
  sessions.session_id  AS session_id,
  sessions.title       AS title,
  sessions.cwd         AS cwd,
  sessions.standing    AS standing,
  sessions.last_at     AS last_at,
  coalesce(list(DISTINCT sources.root) FILTER (sources.root IS NOT NULL), [])::VARCHAR[] AS roots
FROM sessions
LEFT JOIN sources ON sources.session_id = sessions.session_id
WHERE list_contains($sessions::VARCHAR[], sessions.session_id) OR ($all::BOOLEAN AND epoch_ms(sessions.last_at) >= $since::BIGINT)
GROUP BY sessions.session_id, sessions.title, sessions.cwd, sessions.standing, sessions.last_at
ORDER BY sessions.last_at DESC NULLS LAST, sessions.session_id
