-- Which session does each session continue?
-- Changes sessions whose first commit, or whose tip, is another session's. One row per session that changed.
UPDATE sessions
SET parent_session_id = origin.parent_session_id
FROM (
  SELECT
    session_id                            AS session_id,
    arg_min(parent_session_id, position)  AS parent_session_id
  FROM (
    SELECT own.session_id, own.position, held.session_id AS parent_session_id
    FROM commits AS own
    JOIN commits AS held ON held.commit_id = own.parent_id
    WHERE own.branch_of = 'resume' AND held.session_id <> own.session_id
    UNION ALL
    SELECT refs.session_id, 0, held.session_id
    FROM refs
    JOIN commits AS held USING (commit_id)
    WHERE refs.kind = 'session' AND held.session_id <> refs.session_id
  )
  GROUP BY session_id
) AS origin
WHERE sessions.session_id = origin.session_id
  AND sessions.parent_session_id IS DISTINCT FROM origin.parent_session_id
RETURNING sessions.session_id AS session_id
