-- Which commits of a session follow which?
-- One row per commit.
SELECT
  commit_id   AS commit_id,
  parent_id   AS parent_id,
  chain       AS chain,
  commit_type AS commit_type
FROM commits
WHERE session_id = $session::VARCHAR
ORDER BY chain, position
