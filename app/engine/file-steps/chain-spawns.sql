-- Which calls of the sessions of a chain started sub-agents whose records are in the store?
-- One row per call.
SELECT spawn_call AS spawn_call
FROM commits
WHERE spawn_call IS NOT NULL AND session_id IN (SELECT session_id FROM commits WHERE commit_id IN (SELECT unnest($commits::VARCHAR[])))
