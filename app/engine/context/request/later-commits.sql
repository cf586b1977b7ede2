-- Which commits does a chain of a session have, and which is the parent of each?
-- One row per commit.
SELECT commit_id AS commit_id, parent_id AS parent_id
FROM commits
WHERE session_id = $session::VARCHAR AND chain = $chain::VARCHAR
