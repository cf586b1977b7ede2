-- Which of these commit ids belong to commits of other records already?
-- One row per id that is taken.
SELECT
  commit_id    AS commit_id,
  record_hash  AS record_hash,
  session_id   AS session_id
FROM commits
WHERE commit_id IN (SELECT unnest($ids::VARCHAR[]))
ORDER BY commit_id
