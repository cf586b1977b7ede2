-- Which sessions may say something of this file?
-- One row per session: those that name it, that worked in a folder above it, or with commands that name another folder above it: what
-- changes a folder names no file in it. Some say nothing of it, which does no harm; without the facts of one that does, an answer is false.
WITH above AS (
  SELECT unnest($folders::VARCHAR[]) AS folder, unnest($names::VARCHAR[]) AS name
),
worked AS (
  SELECT commits.session_id, above.folder
  FROM commits
  JOIN above ON starts_with(rtrim(commits.cwd, '/\') || '/', above.folder || '/') OR starts_with(rtrim(commits.cwd, '/\') || '\', above.folder || '\')
),
elsewhere AS (
  SELECT sessions.session_id, above.name
  FROM sessions
  CROSS JOIN above
  ANTI JOIN worked ON worked.session_id = sessions.session_id AND worked.folder = above.folder
)
SELECT session_id AS session_id
FROM events
WHERE (kind = 'tool_call'
  AND (file_path = $path::VARCHAR OR ($composed::VARCHAR IS NOT NULL AND nfc_normalize(file_path) = $composed::VARCHAR)))
  OR contains(body, $name::VARCHAR)
UNION
SELECT session_id FROM object_steps WHERE path = $path::VARCHAR OR to_path = $path::VARCHAR
UNION
SELECT session_id FROM sessions WHERE $mounted::BOOLEAN
UNION
SELECT commits.session_id
FROM commits
JOIN above ON rtrim(commits.cwd, '/\') = above.folder
UNION
SELECT events.session_id
FROM events
JOIN elsewhere ON elsewhere.session_id = events.session_id
WHERE events.kind = 'tool_call' AND events.tool_name IN (SELECT unnest($shells::VARCHAR[])) AND contains(events.body, elsewhere.name)
