-- How many minutes did agents work: write, think, wait for tools or compact?
-- One row per group. Agents that work at the same time count each; active minutes count them once.
WITH spent AS (
  SELECT
    group_key,
    coalesce(sum(agent_ms + thinking_ms + tool_ms + compaction_ms) FILTER (WHERE is_main), 0) AS main_ms,
    coalesce(sum(agent_ms + thinking_ms + tool_ms + compaction_ms) FILTER (WHERE NOT is_main), 0) AS sub_agent_ms,
    CASE WHEN $chains::VARCHAR <> 'sidechains' AND $by::VARCHAR <> 'agent-type' AND $agent_number::INTEGER IS NULL THEN sum(active_ms) END AS active_ms,
    sum(human_ms + agent_ms + thinking_ms + tool_ms + waiting_ms + compaction_ms + idle_ms) FILTER (WHERE is_main) AS length_ms
  FROM (
    FROM first_state_times
  )
  GROUP BY group_key
)
SELECT
  group_name                                                                  AS group_name,
  (main_ms / 60_000)::DOUBLE                                                  AS main_minutes,
  (sub_agent_ms / 60_000)::DOUBLE                                             AS sub_agent_minutes,
  ((main_ms + sub_agent_ms) / 60_000)::DOUBLE                                 AS agent_minutes,
  (active_ms / 60_000)::DOUBLE                                                AS active_minutes,
  (length_ms / 60_000)::DOUBLE                                                AS session_minutes
FROM spent
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name
