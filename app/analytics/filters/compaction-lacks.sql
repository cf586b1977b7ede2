-- In which sessions that the filters choose are items of compactions not available, or not all of them?
-- One row per lack.
SELECT lack AS lack, count(*) AS found, min(compaction_sessions.session_id) AS example
FROM compaction_sessions
WHERE lack IS NOT NULL
  AND session_id IN (SELECT session_id FROM (FROM chosen_compactions_with_sessions))
  AND ($commit::VARCHAR IS NULL OR session_id IN (SELECT session_id FROM commits WHERE commit_id = $commit::VARCHAR))
GROUP BY lack
ORDER BY lack DESC
