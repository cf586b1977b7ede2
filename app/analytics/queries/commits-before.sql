-- Which commits of a principal, a project or a session were made last, at or before a time?
-- One row per commit that was made in the same, last second; replaced commits are excluded.
WITH dated AS (
  SELECT
    commits.commit_id,
    epoch_ms(try_cast(commits.created_at AS TIMESTAMPTZ)) AS created_ms
  FROM commits
  LEFT JOIN sessions USING (session_id)
  WHERE commits.chain <> 'replaced'
    AND ($principal::VARCHAR IS NULL OR nfc_normalize(commits.principal) = nfc_normalize($principal::VARCHAR))
    AND ($project::VARCHAR IS NULL OR nfc_normalize(sessions.project) = nfc_normalize($project::VARCHAR))
    AND ($session::VARCHAR IS NULL OR commits.session_id = $session::VARCHAR)
)
SELECT
  commit_id AS commit_id
FROM dated
WHERE created_ms <= $at_ms::DOUBLE
QUALIFY created_ms = max(created_ms) OVER ()
ORDER BY commit_id
