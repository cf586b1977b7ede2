-- How many minutes did agents work: write, think, wait for tools or compact?
-- One row per group. Agents that work at the same time count each.
SELECT
  group_name                                                                                                  AS group_name,
  (coalesce(sum(agent_ms + thinking_ms + tool_ms + compaction_ms) FILTER (WHERE is_main), 0) / 60_000)::DOUBLE     AS main_minutes,
  (coalesce(sum(agent_ms + thinking_ms + tool_ms + compaction_ms) FILTER (WHERE NOT is_main), 0) / 60_000)::DOUBLE AS sub_agent_minutes,
  (sum(agent_ms + thinking_ms + tool_ms + compaction_ms) / 60_000)::DOUBLE                                    AS agent_minutes
FROM (
  FROM chosen_state_times
)
GROUP BY group_name
ORDER BY group_name
