-- What do the records of a chain say about a file, and what did others do to it meanwhile?
-- One row per step, in the order of the records of a commit.
SELECT
  recorded.* EXCLUDE (object_id, place),
  chain.commit_id IS NOT NULL AS is_own
FROM (
  FROM recorded_steps
) AS recorded
LEFT JOIN (SELECT unnest($commits::VARCHAR[]) AS commit_id) AS chain USING (commit_id)
WHERE CASE
  WHEN chain.commit_id IS NOT NULL THEN step = 'ran' OR list_contains($paths::VARCHAR[], path) OR list_contains($paths::VARCHAR[], to_path)
  WHEN session_id = $session::VARCHAR
    THEN step = 'ran' OR (list_contains($paths::VARCHAR[], path) AND step NOT IN ('whole', 'part', 'bytes', 'absent', 'sought')) OR list_contains($paths::VARCHAR[], to_path)
  ELSE step IN ('written', 'edited', 'gone', 'moved') AND object_id = $object::VARCHAR
END
ORDER BY place
