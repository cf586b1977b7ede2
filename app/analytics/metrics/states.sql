-- How much time did the sessions spend in each state?
-- One row per group, lane (main, or the sub-agents' lanes added up) and state; the states of a main lane add up to its length.
WITH spent AS (
  SELECT
    group_key,
    CASE WHEN is_main THEN 'main' ELSE 'sub-agents' END AS lane,
    sum(human_ms) AS human, sum(agent_ms) AS agent, sum(thinking_ms) AS thinking, sum(tool_ms) AS tool, sum(waiting_ms) AS waiting, sum(guessed_ms) AS guessed, sum(compaction_ms) AS compaction, sum(idle_ms) AS idle
  FROM (
    FROM first_state_times
  )
  GROUP BY group_key, lane
)
SELECT
  group_name                                                                     AS group_name,
  lane                                                                           AS lane,
  state                                                                          AS state,
  ms::BIGINT                                                                     AS ms,
  (ms / nullif(sum(ms) OVER (PARTITION BY group_key, lane), 0))::DOUBLE         AS share,
  CASE WHEN state = 'waiting' THEN guessed END::BIGINT                           AS guessed_ms
FROM (
  UNPIVOT spent ON human, agent, thinking, tool, waiting, compaction, idle INTO NAME state VALUE ms
)
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name, lane, list_position(['human', 'agent', 'thinking', 'tool', 'waiting', 'compaction', 'idle'], state)
