-- How are the commits linked, and when was each made: all, or those of a session and of a commit's session?
-- One row per commit; made_at, milliseconds since 1970, falls back to the commit record's own time.
SELECT
  commit_id                                                     AS commit_id,
  parent_id                                                     AS parent_id,
  session_id                                                    AS session_id,
  position::INTEGER                                             AS position,
  epoch_ms(coalesce(ended_at, try_cast(created_at AS TIMESTAMPTZ), 'epoch'::TIMESTAMPTZ))::DOUBLE AS made_at_ms
FROM commits
WHERE ($session::VARCHAR IS NULL AND $commit::VARCHAR IS NULL)
  OR session_id = $session::VARCHAR
  OR session_id IN (SELECT session_id FROM commits WHERE commit_id = $commit::VARCHAR)
