-- What are the positions of these commits in their chain, and which artifacts do they have?
-- One row per commit.
SELECT
  commit_id      AS commit_id,
  parent_id      AS parent_id,
  commit_type    AS commit_type,
  format         AS format,
  artifact_hash  AS artifact_hash,
  token_count    AS token_count,
  nullif(preserved, []::VARCHAR[]) AS preserved,
  coalesce(branch_of = 'spawn', false) AS begins_agent,
  chain = 'replaced' AS is_replaced
FROM commits
WHERE commit_id IN (SELECT unnest($ids::VARCHAR[]))
