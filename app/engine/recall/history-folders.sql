-- In which folders did sessions work under Git, and when last?
-- One row per session, folder of transcripts and working directory.
SELECT
  commits.session_id               AS session_id,
  coalesce(session_roots.root, '') AS root,
  commits.cwd                      AS cwd,
  max(commits.ended_at)            AS last_at
FROM commits
LEFT JOIN (SELECT DISTINCT session_id, root FROM sources WHERE session_id IS NOT NULL) AS session_roots USING (session_id)
WHERE commits.cwd IS NOT NULL
  AND coalesce(commits.git_branch, '') <> ''
GROUP BY ALL
