-- Where are the records of these commits, and of which class are they?
-- One row per record with a uuid.
SELECT
  uuid       AS uuid,
  commit_id  AS commit_id,
  source_id  AS source_id,
  line       AS line,
  class      AS class
FROM records
WHERE session_id IN (SELECT session_id FROM commits WHERE commit_id IN (SELECT unnest($commits::VARCHAR[])))
  AND commit_id IN (SELECT unnest($commits::VARCHAR[]))
  AND NOT is_copy
  AND uuid IS NOT NULL
