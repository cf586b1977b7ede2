-- Which calls of the sessions of this batch run a sub-agent, or wait for one?
-- Makes a table for this batch. One row per call and sub-agent.
CREATE OR REPLACE TEMP TABLE fact_agents AS
SELECT session_number AS session_id, tool_use_id, chain AS agent, bool_or(is_start) AS is_start
FROM (
  SELECT session_number, spawn_call AS tool_use_id, chain, true AS is_start
  FROM commits
  JOIN fact_batch USING (session_id)
  WHERE spawn_call IS NOT NULL
  UNION ALL
  SELECT session_number, tool_use_id, awaited_agent, false
  FROM fact_events
  WHERE awaited_agent IS NOT NULL
)
GROUP BY session_number, tool_use_id, chain
