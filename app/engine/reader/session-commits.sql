-- Which commits does a session have, and how do they follow each other?
-- One row per commit, in the order in which they were cut.
SELECT
  commit_id      AS commit_id,
  parent_id      AS parent_id,
  chain          AS chain,
  position       AS position,
  commit_type    AS commit_type,
  artifact_hash  AS artifact_hash,
  format         AS format,
  summary        AS summary,
  branch_of      AS branch_of,
  agent_type     AS agent_type,
  spawn_call     AS spawn_call,
  started_at     AS started_at,
  ended_at       AS ended_at,
  records        AS records,
  responses      AS responses,
  tool_calls     AS tool_calls,
  errors         AS errors,
  models         AS models
FROM commits
WHERE session_id = $session::VARCHAR AND chain <> 'replaced'
ORDER BY position
