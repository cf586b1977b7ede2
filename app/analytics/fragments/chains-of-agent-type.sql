-- Which chains have an agent of the type that was chosen?
-- One row per session and chain.
SELECT session_id, chain
FROM fact_chains
JOIN fact_sessions USING (session_number)
WHERE agent_number = $agent_number::INTEGER
