-- Where did the time of each lane go?
-- One new row per session of this batch, main lane or sub-agents, model and quarter of an hour; a stretch that fills several has one for them.
INSERT INTO state_times BY NAME
WITH chosen_events AS (
  SELECT
    session_number AS session_id, chain, kind, class, subtype, tool_name, tool_use_id, permission, run_ms, NULL AS commit_id, model_number AS model,
    occurred_at, place AS position, source_id, line, block
  FROM fact_events
  WHERE occurred_at IS NOT NULL
),
chosen_spans AS (
  SELECT session_number AS session_id, first_at, last_at FROM fact_sessions SEMI JOIN fact_batch USING (session_number)
),
stretches AS (
  SELECT
    session_id,
    chain = 'main' AS is_main,
    coalesce(next_model, model) AS model,
    CASE WHEN is_guess THEN 'guess' ELSE state END AS state,
    epoch_ms(start_at) AS start_ms,
    epoch_ms(end_at) AS end_ms,
    -- Floors, also before 1970.
    epoch_ms(start_at) - (epoch_ms(start_at) % 900_000 + 900_000) % 900_000 AS first_ms,
    epoch_ms(end_at) - 1 - ((epoch_ms(end_at) - 1) % 900_000 + 900_000) % 900_000 AS last_ms
  FROM (
    FROM lane_gaps
  )
  WHERE epoch_ms(end_at) > epoch_ms(start_at)
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
