-- Which commits do these sessions have, and where are they in their chains?
-- One row per commit, in the order of its session.
SELECT
  session_id                           AS session_id,
  chain                                AS chain,
  commit_id                            AS commit_id,
  parent_id                            AS parent_id,
  artifact_hash                        AS artifact_hash,
  format                               AS format,
  commit_type = 'delta'                AS is_delta,
  coalesce(branch_of = 'spawn', false) AS begins_agent,
  spawn_call                           AS spawn_call
FROM commits
WHERE session_id IN (SELECT unnest($sessions::VARCHAR[])) AND chain <> 'replaced'
ORDER BY session_id, position
