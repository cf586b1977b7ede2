-- Which of these commits do the tables show?
-- One row per commit.
SELECT
  commit_id      AS commit_id,
  record_hash    AS record_hash,
  artifact_hash  AS artifact_hash,
  session_id     AS session_id,
  chain          AS chain
FROM commits
WHERE commit_id IN (SELECT unnest($ids::VARCHAR[]))
ORDER BY commit_id
