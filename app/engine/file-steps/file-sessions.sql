-- In which sessions did a call name this file, or a command its last name, or something else show or change it as far as the facts are made?
-- One row per session. Only calls whose commands can change files count: a session that names it in passing does no harm.
SELECT session_id AS session_id
FROM events
WHERE kind = 'tool_call'
  AND (file_path = $path::VARCHAR OR ($composed::VARCHAR IS NOT NULL AND nfc_normalize(file_path) = $composed::VARCHAR) OR ($mounted::BOOLEAN AND ends_with(file_path, $name::VARCHAR)) OR (tool_name = 'Bash' AND contains(body, $name::VARCHAR)))
UNION
SELECT session_id FROM object_steps WHERE path = $path::VARCHAR OR to_path = $path::VARCHAR
