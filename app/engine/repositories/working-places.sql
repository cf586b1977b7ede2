-- In which folders, and on which branches, did sessions work?
-- One row per session, folder of transcripts, working directory and branch.
SELECT DISTINCT
  commits.session_id              AS session_id,
  coalesce(session_roots.root, '') AS root,
  commits.cwd                     AS cwd,
  coalesce(commits.git_branch, '') AS git_branch
FROM commits
LEFT JOIN (SELECT DISTINCT session_id, root FROM sources WHERE session_id IS NOT NULL) AS session_roots USING (session_id)
WHERE commits.cwd IS NOT NULL
