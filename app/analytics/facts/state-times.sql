-- Where did the time of each lane go?
-- One new row per session of this batch, main lane or sub-agents, model and quarter of an hour; a stretch that fills several has one for them.
INSERT INTO state_times BY NAME
WITH lanes AS (
  SELECT fact_gaps.*, coalesce(agent_number, (SELECT number FROM fact_names WHERE name = '(none)')) AS agent_number
  FROM fact_gaps
  LEFT JOIN fact_chains USING (session_number, chain)
),
turns AS (
  SELECT session_number, start_ms AS at_ms, chain = 'main' AS is_main, {'model': model_number, 'agent': agent_number} AS who, 1 AS step FROM lanes WHERE is_work(state)
  UNION ALL
  SELECT session_number, end_ms, chain = 'main', NULL, -1 FROM lanes WHERE is_work(state)
),
moments AS (
  SELECT
    session_number,
    at_ms,
    sum(sum(step) FILTER (WHERE is_main)) OVER so_far AS main_works,
    sum(sum(step) FILTER (WHERE NOT is_main)) OVER so_far AS agents_work,
    last_value(max(who) FILTER (WHERE NOT is_main AND step = 1) IGNORE NULLS) OVER so_far AS who,
    lead(at_ms) OVER (PARTITION BY session_number ORDER BY at_ms) AS next_ms
  FROM turns
  SEMI JOIN (SELECT session_number FROM fact_gaps WHERE chain <> 'main') AS with_agents USING (session_number)
  GROUP BY session_number, at_ms
  WINDOW so_far AS (PARTITION BY session_number ORDER BY at_ms ROWS UNBOUNDED PRECEDING)
),
stretches AS (
  SELECT
    session_number AS session_id,
    coalesce(chain = 'main', false) AS is_main,
    agent_number AS agent,
    model_number AS model,
    CASE WHEN is_guess THEN 'guess' ELSE state END AS state,
    start_ms,
    end_ms,
    -- Floors, also before 1970.
    start_ms - (start_ms % 900_000 + 900_000) % 900_000 AS first_ms,
    end_ms - 1 - ((end_ms - 1) % 900_000 + 900_000) % 900_000 AS last_ms
  FROM (
    SELECT session_number, chain, agent_number, model_number, is_guess, state, start_ms, end_ms FROM lanes
    UNION ALL
    -- Sub-agents that work while the main lane does not.
    SELECT session_number, NULL, who.agent, who.model, false, 'apart', at_ms, next_ms FROM moments WHERE agents_work > 0 AND coalesce(main_works, 0) = 0
  )
),
pieces AS (
  SELECT session_id, is_main, agent, model, state, first_ms AS quarter_ms, 1 AS quarters, least(end_ms, first_ms + 900_000) - start_ms AS ms
  FROM stretches
  UNION ALL
  SELECT session_id, is_main, agent, model, state, last_ms, 1, end_ms - last_ms
  FROM stretches
  WHERE last_ms > first_ms
  UNION ALL
  SELECT session_id, is_main, agent, model, state, first_ms + 900_000, ((last_ms - first_ms) // 900_000 - 1)::INTEGER, last_ms - first_ms - 900_000
  FROM stretches
  WHERE last_ms > first_ms + 900_000
)
SELECT
  session_id                                                   AS session_number,
  is_main                                                      AS is_main,
  agent                                                        AS agent_number,
  model                                                        AS model_number,
  TRY_CAST(quarter_ms // 900_000 AS INTEGER)                   AS quarter,
  quarters                                                     AS quarters,
  coalesce(sum(ms) FILTER (WHERE state = 'human'), 0)          AS human_ms,
  coalesce(sum(ms) FILTER (WHERE state = 'agent'), 0)          AS agent_ms,
  coalesce(sum(ms) FILTER (WHERE state = 'thinking'), 0)       AS thinking_ms,
  coalesce(sum(ms) FILTER (WHERE state = 'tool'), 0)           AS tool_ms,
  coalesce(sum(ms) FILTER (WHERE state IN ('waiting', 'guess')), 0) AS waiting_ms,
  coalesce(sum(ms) FILTER (WHERE state = 'guess'), 0)          AS guessed_ms,
  coalesce(sum(ms) FILTER (WHERE state = 'compaction'), 0)     AS compaction_ms,
  coalesce(sum(ms) FILTER (WHERE state = 'idle'), 0)           AS idle_ms,
  coalesce(sum(ms) FILTER (WHERE state = 'apart' OR (is_main AND is_work(state))), 0) AS active_ms
FROM pieces
-- Stretches of several quarters stay apart: two that begin and end together are two.
GROUP BY session_id, is_main, agent, model, quarter_ms, quarters
