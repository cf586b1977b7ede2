-- Which calls of a commit's session started sub-agents whose records are in the store?
-- One row per call.
SELECT spawn_call AS spawn_call
FROM commits
WHERE spawn_call IS NOT NULL AND session_id = (SELECT min(session_id) FROM commits WHERE commit_id = $commit::VARCHAR)
