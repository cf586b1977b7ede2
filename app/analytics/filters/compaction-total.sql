-- How many compactions does the store contain?
-- One row.
SELECT count(*) AS compactions
FROM commits
WHERE commit_type = 'compaction'
