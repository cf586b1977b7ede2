-- Takes away what else the tables show of commits that were cut from a transcript now.
-- Changes one row per commit.
DELETE FROM commits
WHERE commit_id IN (SELECT unnest($ids::VARCHAR[]))
  AND (chain = 'replaced' OR starts_with(session_id, 'live/'))
