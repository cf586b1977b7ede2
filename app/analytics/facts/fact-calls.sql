-- Which tools were called in the sessions of this batch, and what came back?
-- Makes a table for this batch. One row per call.
CREATE OR REPLACE TEMP TABLE fact_calls AS
WITH results AS (
  SELECT
    session_number,
    tool_use_id,
    arg_min({'at': occurred_at, 'chars': chars, 'permission': permission, 'run_ms': run_ms}, (chain <> 'main', chain, place)) AS first,
    bool_or(is_error) AS is_error,
    bool_or(coalesce(permission IN ('refused', 'denied'), false)) AS is_refused,
    bool_or(coalesce(permission = 'interrupted', false)) AS is_interrupted,
    bool_or(coalesce(permission = 'cancelled', false)) AS is_cancelled,
    bool_or(coalesce(permission = 'invalid', false)) AS is_invalid,
    bool_or(is_refusal(permission)) AS did_not_fail
  FROM fact_events
  WHERE kind = 'tool_result' AND tool_use_id IS NOT NULL
  GROUP BY session_number, tool_use_id
),
timed AS (
  SELECT
    calls.session_number,
    calls.chain,
    is_main,
    agent_number,
    model_number,
    quarter,
    occurred_at                                                                           AS called_at,
    number                                                                                AS tool_number,
    calls.tool_use_id,
    results.tool_use_id IS NOT NULL                                                       AS has_result,
    coalesce(results.is_error AND NOT results.did_not_fail, false)                        AS is_error,
    -- One kind for each call.
    coalesce(results.is_refused, false)                                                   AS is_refused,
    coalesce(results.is_interrupted AND NOT results.is_refused, false)                    AS is_interrupted,
    coalesce(results.is_cancelled AND NOT results.is_refused AND NOT results.is_interrupted, false) AS is_cancelled,
    coalesce(results.is_error AND results.is_invalid AND NOT results.did_not_fail, false) AS is_invalid,
    first.chars                                                                           AS result_chars,
    CASE WHEN first.at >= occurred_at THEN epoch_ms(first.at) - epoch_ms(occurred_at) END AS took_ms,
    wait_ms(calls.tool_name, first.permission, first.run_ms, calls.run_ms, took_ms)       AS waited_ms,
    -- A limit of the tool says how much of the time was waiting; nothing that was recorded does.
    waited_ms > 0 AND first.run_ms IS NULL AND NOT is_wait_known(calls.tool_name, first.permission) AS is_cut,
    source_id,
    line,
    block,
    commit_id
  FROM fact_events AS calls
  JOIN fact_names ON fact_names.name = nfc_normalize(coalesce(calls.tool_name, ''))
  LEFT JOIN results ON results.session_number = calls.session_number AND results.tool_use_id = calls.tool_use_id
  WHERE kind = 'tool_call'
),
lanes AS (
  SELECT session_number, chain AS agent, epoch_ms(min(occurred_at)) AS first_ms, epoch_ms(max(occurred_at)) AS last_ms
  FROM fact_events
  SEMI JOIN fact_agents ON fact_agents.session_id = fact_events.session_number AND fact_agents.agent = fact_events.chain
  WHERE occurred_at IS NOT NULL
  GROUP BY session_number, chain
),
-- Calls that run a sub-agent, with the time of the first record and of the last.
agent_calls AS (
  SELECT
    source_id, line, block, timed.session_number, lanes.agent, took_ms, first_ms, last_ms,
    epoch_ms(called_at) + waited_ms AS from_ms, epoch_ms(called_at) + took_ms AS until_ms
  FROM timed
  JOIN fact_agents ON fact_agents.session_id = timed.session_number AND fact_agents.tool_use_id = timed.tool_use_id
  JOIN lanes ON lanes.session_number = timed.session_number AND lanes.agent = fact_agents.agent
  WHERE took_ms > 0 AND fact_agents.agent <> timed.chain
),
spans AS (
  SELECT source_id, line, block, greatest(start_ms, from_ms) AS start_ms, least(end_ms, until_ms) AS end_ms, is_work(state) AS works, is_guess
  FROM agent_calls
  JOIN fact_gaps ON fact_gaps.session_number = agent_calls.session_number AND fact_gaps.chain = agent_calls.agent AND start_ms < until_ms AND end_ms > from_ms
  UNION ALL
  -- As in lane-gaps: without a record of the sub-agents a call runs, unless that takes the threshold or longer.
  SELECT source_id, line, block, from_ms, least(until_ms, min(first_ms)), least(until_ms, min(first_ms)) - from_ms < $idle_ms::BIGINT, false
  FROM agent_calls
  GROUP BY source_id, line, block, from_ms, until_ms
  UNION ALL
  SELECT source_id, line, block, greatest(from_ms, max(last_ms)), until_ms, until_ms - greatest(from_ms, max(last_ms)) < $idle_ms::BIGINT, false
  FROM agent_calls
  GROUP BY source_id, line, block, from_ms, until_ms
),
-- Sub-agents that work at the same time are one call: each span without what those before it reach.
worked AS (
  SELECT source_id, line, block, sum(greatest(0, end_ms - greatest(start_ms, coalesce(reached_ms, start_ms)))) FILTER (WHERE works) AS ms, bool_or(is_guess) AS is_cut
  FROM (
    SELECT *, max(CASE WHEN works THEN end_ms END) OVER (
      PARTITION BY source_id, line, block ORDER BY start_ms, end_ms ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS reached_ms
    FROM spans
    WHERE end_ms > start_ms
  )
  GROUP BY source_id, line, block
)
SELECT
  timed.* EXCLUDE (chain, tool_use_id, is_cut),
  -- What waited all the time did not run, nor did what was cancelled or invalid.
  CASE
    WHEN is_cancelled OR is_invalid THEN NULL
    WHEN worked.source_id IS NOT NULL THEN CASE WHEN ms > 0 THEN ms::BIGINT END
    WHEN waited_ms = 0 OR waited_ms < took_ms THEN took_ms - waited_ms
  END                                            AS duration_ms,
  duration_ms IS NOT NULL AND coalesce(worked.is_cut, timed.is_cut) AS is_cut
FROM timed
LEFT JOIN worked USING (source_id, line, block)
