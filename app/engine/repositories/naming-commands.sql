-- Which commands made checkouts, and did not fail?
-- One row per command, with the working directory of its commit.
SELECT
  calls.session_id           AS session_id,
  coalesce(sources.root, '') AS root,
  commits.cwd                AS cwd,
  calls.body                 AS body
FROM events AS calls
JOIN commits ON commits.commit_id = calls.commit_id
LEFT JOIN sources ON sources.source_id = calls.source_id
WHERE calls.kind = 'tool_call'
  AND calls.tool_name IN (SELECT unnest($shells::VARCHAR[]))
  AND NOT calls.is_copy
  AND commits.cwd IS NOT NULL
  AND (contains(calls.body, 'worktree add') OR contains(calls.body, 'git clone'))
  AND NOT EXISTS (
    FROM events AS results
    WHERE results.kind = 'tool_result' AND results.session_id = calls.session_id AND results.tool_use_id = calls.tool_use_id AND results.is_error
  )
