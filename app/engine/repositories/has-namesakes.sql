-- Did a call name another file with the same last name, or do records say something of one?
-- One row.
SELECT
  EXISTS (SELECT 1 FROM events WHERE kind = 'tool_call' AND file_path <> $path::VARCHAR AND ends_with(file_path, $name::VARCHAR))
  OR EXISTS (SELECT 1 FROM object_steps WHERE path <> $path::VARCHAR AND ends_with(path, $name::VARCHAR)) AS has_namesakes
