-- What are the positions of the commits of a commit's session in their chains, and which artifacts do they have?
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
WHERE session_id = (SELECT min(session_id) FROM commits WHERE commit_id = $commit::VARCHAR)
