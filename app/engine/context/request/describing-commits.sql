-- Which of these commits contain records of the client about its requests?
-- One row per commit.
SELECT DISTINCT commit_id AS commit_id
FROM records
WHERE commit_id IN (SELECT unnest($commits::VARCHAR[]))
  AND NOT is_copy
  AND (starts_with(record_type, 'api-request') OR subtype = 'prompt_snapshot')
