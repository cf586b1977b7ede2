-- What was each lane of the sessions of this batch doing, and when?
-- Makes a table for this batch. One row per stretch, as in lane-gaps.
CREATE OR REPLACE TEMP TABLE fact_gaps AS
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
chosen_agents AS (
  FROM fact_agents
)
SELECT
  session_id                  AS session_number,
  chain                       AS chain,
  coalesce(next_model, model) AS model_number,
  state                       AS state,
  is_guess                    AS is_guess,
  epoch_ms(start_at)          AS start_ms,
  epoch_ms(end_at)            AS end_ms
FROM (
  FROM lane_gaps
)
WHERE epoch_ms(end_at) > epoch_ms(start_at)
