-- Which commit holds each of these records, as each of these sessions has it?
-- One row per record with a commit, in the order in which they were written.
SELECT
  session_id  AS session_id,
  uuid        AS uuid,
  commit_id   AS commit_id
FROM records
WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))
  AND uuid IN (SELECT unnest($uuids::VARCHAR[]))
  AND commit_id IS NOT NULL
ORDER BY rowid
