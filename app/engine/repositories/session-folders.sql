-- In which folders did each session work?
-- One row per session and working directory.
SELECT DISTINCT
  session_id AS session_id,
  cwd        AS cwd
FROM commits
WHERE cwd IS NOT NULL
