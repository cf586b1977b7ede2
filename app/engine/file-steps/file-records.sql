-- What do the records of a chain say about a file, and what did others do to it meanwhile?
-- One row per step, in the order of the records of a commit.
SELECT
  object_steps.commit_id    AS commit_id,
  object_steps.session_id   AS session_id,
  object_steps.source_id    AS source_id,
  object_steps.line         AS line,
  object_steps.occurred_at  AS occurred_at,
  object_steps.step         AS step,
  object_steps.path         AS path,
  object_steps.to_path      AS to_path,
  object_steps.effect       AS effect,
  object_steps.source_hash  AS source_hash,
  chain.commit_id IS NOT NULL AS is_own
FROM object_steps
LEFT JOIN (SELECT unnest($commits::VARCHAR[]) AS commit_id) AS chain USING (commit_id)
WHERE CASE
  WHEN chain.commit_id IS NOT NULL THEN step = 'ran' OR list_contains($paths::VARCHAR[], path) OR list_contains($paths::VARCHAR[], to_path)
  WHEN session_id = $session::VARCHAR
    THEN step = 'ran' OR (list_contains($paths::VARCHAR[], path) AND step NOT IN ('whole', 'part', 'bytes', 'absent', 'sought')) OR list_contains($paths::VARCHAR[], to_path)
  ELSE step IN ('written', 'edited', 'gone', 'moved') AND object_id = $object::VARCHAR
END
ORDER BY object_steps.rowid
