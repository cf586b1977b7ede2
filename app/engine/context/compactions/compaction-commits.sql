-- How are all commits linked, and which of these sessions are compactions?
-- One row per commit.
SELECT
  commit_id                                                                AS commit_id,
  parent_id                                                                AS parent_id,
  session_id                                                               AS session_id,
  format                                                                   AS format,
  artifact_hash                                                            AS artifact_hash,
  coalesce(branch_of = 'spawn', false)                                     AS begins_agent,
  commit_type = 'compaction' AND session_id IN (SELECT unnest($sessions::VARCHAR[])) AS is_wanted
FROM commits
WHERE chain <> 'replaced'
ORDER BY position
