-- Where did the time of each lane go?
-- One new row per session of this batch, main lane or sub-agents, model and quarter of an hour; a stretch that fills several has one for them.
INSERT INTO state_times BY NAME
WITH stretches AS (
  SELECT
    session_number AS session_id,
    chain = 'main' AS is_main,
    model_number AS model,
    CASE WHEN is_guess THEN 'guess' ELSE state END AS state,
    start_ms,
    end_ms,
    -- Floors, also before 1970.
    start_ms - (start_ms % 900_000 + 900_000) % 900_000 AS first_ms,
    end_ms - 1 - ((end_ms - 1) % 900_000 + 900_000) % 900_000 AS last_ms
  FROM fact_gaps
),
pieces AS (
  SELECT session_id, is_main, model, state, first_ms AS quarter_ms, 1 AS quarters, least(end_ms, first_ms + 900_000) - start_ms AS ms
  FROM stretches
  UNION ALL
  SELECT session_id, is_main, model, state, last_ms, 1, end_ms - last_ms
  FROM stretches
  WHERE last_ms > first_ms
  UNION ALL
  SELECT session_id, is_main, model, state, first_ms + 900_000, ((last_ms - first_ms) // 900_000 - 1)::INTEGER, last_ms - first_ms - 900_000
  FROM stretches
  WHERE last_ms > first_ms + 900_000
)
SELECT
  session_id                                                   AS session_number,
  is_main                                                      AS is_main,
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
  coalesce(sum(ms) FILTER (WHERE state = 'idle'), 0)           AS idle_ms
FROM pieces
-- Stretches of several quarters stay apart: two that begin and end together are two.
GROUP BY session_id, is_main, model, quarter_ms, quarters
