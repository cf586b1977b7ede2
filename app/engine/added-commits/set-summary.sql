-- Gives a commit a summary.
-- Changes one row.
UPDATE commits
SET summary = $summary::VARCHAR
WHERE commit_id = $commit::VARCHAR
