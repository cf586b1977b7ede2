-- Where does one read what these commits hold?
-- One row per commit.
SELECT
  commit_id      AS commit_id,
  session_id     AS session_id,
  format         AS format,
  artifact_hash  AS artifact_hash,
  record_hash    AS record_hash,
  bytes          AS bytes
FROM commits
WHERE commit_id IN (SELECT unnest($ids::VARCHAR[]))
