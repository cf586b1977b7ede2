-- How do the commits of these sessions, and of the sessions that these commits belong to, hang together?
-- One row per commit, as in commit-order.sql.
SELECT
  commit_id                                                     AS commit_id,
  parent_id                                                     AS parent_id,
  session_id                                                    AS session_id,
  position::INTEGER                                             AS position,
  epoch_ms(coalesce(ended_at, try_cast(created_at AS TIMESTAMPTZ), 'epoch'::TIMESTAMPTZ))::DOUBLE AS made_at_ms
FROM commits
WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]) UNION ALL SELECT session_id FROM commits WHERE commit_id IN (SELECT unnest($commits::VARCHAR[])))
