-- Where did the client run, and which version was it, at each commit of a session that was made?
-- Changes one row per commit that does not say it: the last start of the client before it says it.
UPDATE commits
SET cwd = named.cwd, client_version = named.client_version
FROM (
  SELECT
    commit_id,
    last_value(cwd IGNORE NULLS) OVER in_order             AS cwd,
    last_value(client_version IGNORE NULLS) OVER in_order  AS client_version
  FROM commits
  WHERE session_id = $session::VARCHAR
  WINDOW in_order AS (ORDER BY position ROWS UNBOUNDED PRECEDING)
) AS named
WHERE commits.session_id = $session::VARCHAR
  AND commits.commit_id = named.commit_id
  AND (commits.cwd, commits.client_version) IS DISTINCT FROM (named.cwd, named.client_version)
