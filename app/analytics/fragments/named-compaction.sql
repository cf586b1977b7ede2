-- Is the compaction that was named among what the filters choose?
-- One row, or none.
SELECT commits.commit_id, commits.session_id
FROM commits
JOIN (
  FROM chosen_sessions
) AS sessions USING (session_id)
WHERE commit_id = $commit::VARCHAR AND commit_type = 'compaction'
  AND ($chains::VARCHAR = 'both' OR (chain = 'main') = ($chains::VARCHAR = 'main'))
  AND ($agent_number::INTEGER IS NULL OR (commits.session_id, commits.chain) IN (FROM chains_of_agent_type))
  AND ($since_ms::BIGINT IS NULL OR ended_at >= make_timestamptz($since_ms::BIGINT * 1000))
  AND ($until_ms::BIGINT IS NULL OR ended_at < make_timestamptz($until_ms::BIGINT * 1000))
