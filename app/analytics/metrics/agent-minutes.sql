-- How many minutes did agents work: write, think, wait for tools or compact?
-- One row per group. Agents that work at the same time count each.
WITH spent AS (
  SELECT
    group_key,
    coalesce(sum(agent_ms + thinking_ms + tool_ms + compaction_ms) FILTER (WHERE is_main), 0) AS main_ms,
    coalesce(sum(agent_ms + thinking_ms + tool_ms + compaction_ms) FILTER (WHERE NOT is_main), 0) AS sub_agent_ms
  FROM (
    FROM first_state_times
  )
  GROUP BY group_key
)
SELECT
  group_name                                                                  AS group_name,
  (main_ms / 60_000)::DOUBLE                                                  AS main_minutes,
  (sub_agent_ms / 60_000)::DOUBLE                                             AS sub_agent_minutes,
  ((main_ms + sub_agent_ms) / 60_000)::DOUBLE                                 AS agent_minutes
FROM spent
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name
