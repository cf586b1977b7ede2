-- Which of these commits have a record that lists types of agents?
-- One row per commit.
SELECT DISTINCT commit_id AS commit_id
FROM records
WHERE commit_id IN (SELECT unnest($commits::VARCHAR[]))
  AND record_type = 'attachment'
  AND subtype = 'agent_listing_delta'
