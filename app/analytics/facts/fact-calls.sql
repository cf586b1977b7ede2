-- Which tools were called in the sessions of this batch, and what came back?
-- Makes a table for this batch. One row per call.
CREATE OR REPLACE TEMP TABLE fact_calls AS
WITH results AS (
  SELECT
    session_number,
    tool_use_id,
    arg_min({'at': occurred_at, 'chars': chars, 'permission': permission, 'run_ms': run_ms}, (chain <> 'main', chain, place)) AS first,
    bool_or(is_error) AS is_error,
    bool_or(is_refusal(permission)) AS is_refused
  FROM fact_events
  WHERE kind = 'tool_result' AND tool_use_id IS NOT NULL
  GROUP BY session_number, tool_use_id
)
SELECT
  calls.session_number,
  is_main,
  model_number,
  quarter,
  occurred_at                                                                           AS called_at,
  number                                                                                AS tool_number,
  results.tool_use_id IS NOT NULL                                                       AS has_result,
  coalesce(results.is_error AND NOT results.is_refused, false)                          AS is_error,
  coalesce(results.is_refused, false)                                                   AS is_refused,
  first.chars                                                                           AS result_chars,
  CASE WHEN first.at >= occurred_at THEN epoch_ms(first.at) - epoch_ms(occurred_at) END AS took_ms,
  wait_ms(calls.tool_name, first.permission, first.run_ms, calls.run_ms, took_ms)       AS waited_ms,
  -- What waited all the time did not run.
  CASE WHEN waited_ms = 0 OR waited_ms < took_ms THEN took_ms - waited_ms END           AS duration_ms,
  source_id,
  line,
  block,
  commit_id
FROM fact_events AS calls
JOIN fact_names ON fact_names.name = coalesce(calls.tool_name, '')
LEFT JOIN results ON results.session_number = calls.session_number AND results.tool_use_id = calls.tool_use_id
WHERE kind = 'tool_call'
