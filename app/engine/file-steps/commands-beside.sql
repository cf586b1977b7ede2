-- What ran in these chains and commits that may have changed files?
-- One row per step.
FROM (
  FROM step_rows
)
WHERE step = 'ran'
  AND (
    commit_id IN (SELECT unnest($commits::VARCHAR[]))
    OR (session_id, chain) IN (SELECT (unnest($sessions::VARCHAR[]), unnest($chains::VARCHAR[])))
  )
