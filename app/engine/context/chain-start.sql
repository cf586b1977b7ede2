-- Which commit begins the chain of a sub-agent?
-- At most one row.
SELECT commit_id AS commit_id, parent_id AS parent_id
FROM commits
WHERE session_id = $session::VARCHAR AND chain = $chain::VARCHAR
ORDER BY position
LIMIT 1
