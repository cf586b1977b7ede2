-- Takes away the written summaries of a commit that was removed.
-- Changes one row per summary.
DELETE FROM summaries
WHERE commit_id = $commit::VARCHAR
