-- Which commit holds each record of a session?
-- One row per record with a uuid, in the order in which they were written.
SELECT
  uuid       AS uuid,
  commit_id  AS commit_id
FROM records
WHERE session_id = $session::VARCHAR AND uuid IS NOT NULL AND commit_id IS NOT NULL
ORDER BY rowid
