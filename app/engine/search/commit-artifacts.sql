-- Where are the contents of these commits?
-- One row per commit.
SELECT
  commit_id      AS commit_id,
  artifact_hash  AS artifact_hash,
  format         AS format,
  records        AS records
FROM commits
WHERE commit_id IN (SELECT unnest($commits::VARCHAR[]))
