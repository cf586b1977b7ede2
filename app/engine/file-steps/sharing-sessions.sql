-- In which sessions were calls given a file that calls of these sessions were given, or did agents work in the same folder, or in one above
-- or below it, where commands may have changed such files without a name?
-- One row per session.
WITH own AS (
  SELECT DISTINCT rtrim(cwd, '/\') AS cwd
  FROM commits
  WHERE session_id IN (SELECT unnest($sessions::VARCHAR[])) AND cwd IS NOT NULL
)
SELECT DISTINCT session_id AS session_id
FROM events
WHERE kind = 'tool_call' AND file_path IN (
  SELECT file_path FROM events WHERE session_id IN (SELECT unnest($sessions::VARCHAR[])) AND kind = 'tool_call' AND file_path IS NOT NULL
)
UNION
SELECT commits.session_id
FROM commits
JOIN own
  ON rtrim(commits.cwd, '/\') = own.cwd
  OR starts_with(commits.cwd, own.cwd || '/') OR starts_with(own.cwd, rtrim(commits.cwd, '/\') || '/')
  OR starts_with(commits.cwd, own.cwd || '\') OR starts_with(own.cwd, rtrim(commits.cwd, '/\') || '\')
