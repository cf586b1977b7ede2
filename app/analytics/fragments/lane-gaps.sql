-- What was each lane doing between one event and the next?
-- One row per stretch between two neighbouring events of a chain; metrics build on it, over their own chosen_events, chosen_spans and chosen_agents.
-- A main lane is as long as its session: records that are no events, and sub-agents, may be earlier or later than all of its events.
-- A clock that goes back within a file by the threshold or more begins a new run of its chain. Between runs no time is known.
-- A stretch between two events of the threshold or longer is unknown too, with all its parts, where an earlier run was already past its start or a later run is before its end.
-- A call that runs a sub-agent has the state of the sub-agent: it runs while that works, waits while that waits for a person, and is idle while that is.
-- Where the sub-agent has no record yet, or none any more, the call runs, unless that takes the threshold or longer. Without any record it runs.
--   tool        a tool runs, or a shell line that a person typed
--   waiting     every call whose result is awaited waits for a person: for an approval or an answer (wait_ms); a guess where no record says so
--   idle        the threshold or longer; in a sub-agent's lane also waiting for its caller
--   compaction  ends in a compaction boundary or its summary
--   thinking    ends in a thinking block
--   agent       ends in what the model wrote, or the model is due to write
--   human       ends in anything else, and the model has finished: a prompt is pending
WITH neighbours AS (
  SELECT
    *,
    CASE WHEN lag(source_id) OVER chain_order = source_id THEN epoch_ms(lag(occurred_at) OVER chain_order) - epoch_ms(occurred_at) END AS back_ms
  FROM chosen_events
  WINDOW chain_order AS (PARTITION BY session_id, chain ORDER BY position, source_id, line, block)
),
-- A count with FILTER over a window takes the square of the rows in DuckDB 1.5.
runs AS (
  SELECT
    *,
    count(CASE WHEN back_ms >= $idle_ms::BIGINT THEN 1 END) OVER (
      PARTITION BY session_id, chain ORDER BY position, source_id, line, block ROWS UNBOUNDED PRECEDING
    ) AS run
  FROM neighbours
),
run_spans AS (
  SELECT
    session_id, chain, run,
    max(max(occurred_at)) OVER (PARTITION BY session_id, chain ORDER BY run ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS latest_before,
    min(min(occurred_at)) OVER (PARTITION BY session_id, chain ORDER BY run ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS earliest_after
  FROM runs
  GROUP BY session_id, chain, run
),
main_lanes AS (
  SELECT session_id, min(occurred_at) AS first_event_at, max(occurred_at) AS last_event_at
  FROM runs
  WHERE chain = 'main'
  GROUP BY session_id
  HAVING max(run) = 0
),
recorded_moments AS (
  SELECT run, position, session_id, chain, kind, class, subtype, tool_name, tool_use_id, permission, run_ms, commit_id, model, occurred_at, source_id, line, block
  FROM runs
  UNION ALL BY NAME
  SELECT 0 AS run, session_id, 'main' AS chain, first_at AS occurred_at FROM chosen_spans JOIN main_lanes USING (session_id) WHERE first_at < first_event_at
  UNION ALL BY NAME
  SELECT 0 AS run, session_id, 'main' AS chain, last_at AS occurred_at FROM chosen_spans JOIN main_lanes USING (session_id) WHERE last_at > last_event_at
),
lane AS (
  SELECT *, row_number() OVER (PARTITION BY session_id, chain ORDER BY run, occurred_at, position, source_id, line, block) AS place
  FROM recorded_moments
),
answers AS (
  SELECT
    session_id, chain, calls.place AS call_place, min(results.place) AS result_place,
    any_value(calls.tool_name) AS tool_name, any_value(tool_use_id) AS tool_use_id, any_value(calls.occurred_at) AS called_at, any_value(calls.run_ms) AS limit_ms,
    any_value(calls.model) AS model, any_value(calls.commit_id) AS commit_id, any_value(calls.run) AS run,
    arg_min({'at': results.occurred_at, 'run': results.run, 'permission': results.permission, 'run_ms': results.run_ms}, results.place) AS result
  FROM lane AS calls
  JOIN lane AS results USING (session_id, chain, tool_use_id)
  WHERE calls.kind = 'tool_call' AND results.kind = 'tool_result' AND results.place > calls.place
  GROUP BY session_id, chain, call_place
),
-- Stretches between neighbouring events whose time is unknown; where a wait ends within one, all of its parts are.
unknown_gaps AS (
  SELECT session_id, chain, run, start_at, end_at
  FROM (
    SELECT
      session_id, chain, run, occurred_at AS start_at,
      lead(occurred_at) OVER (PARTITION BY session_id, chain, run ORDER BY place) AS end_at
    FROM lane
    SEMI JOIN (SELECT session_id, chain FROM run_spans WHERE run > 0) AS jumped USING (session_id, chain)
  ) AS gaps
  JOIN run_spans USING (session_id, chain, run)
  WHERE date_diff('millisecond', start_at, end_at) >= $idle_ms::BIGINT AND (start_at < latest_before OR end_at > earliest_after)
),
-- A call waits first, then it runs.
waits AS (
  SELECT
    *,
    epoch_ms(result.at) - epoch_ms(called_at) AS ms,
    CASE WHEN result.run = run THEN wait_ms(tool_name, result.permission, result.run_ms, limit_ms, ms) ELSE 0 END AS waited_ms,
    waited_ms > 0 AND NOT is_wait_known(tool_name, result.permission) AS is_guess
  FROM answers
),
-- How long sub-agents have records.
lane_spans AS (
  SELECT session_id, chain AS agent, min(occurred_at) AS first_at, max(occurred_at) AS last_at
  FROM lane
  SEMI JOIN chosen_agents ON chosen_agents.session_id = lane.session_id AND chosen_agents.agent = lane.chain
  GROUP BY session_id, chain
),
-- One row per call and sub-agent that it runs.
agent_calls AS (
  SELECT waits.session_id, waits.chain, waits.run, call_place, agent, is_start, called_at, result.at AS result_at, waited_ms, is_guess, first_at, last_at
  FROM waits
  JOIN chosen_agents USING (session_id, tool_use_id)
  JOIN lane_spans USING (session_id, agent)
  WHERE agent <> waits.chain AND result.run = waits.run AND ms > 0
),
waits_of_calls AS (
  SELECT waits.*, running.call_place IS NOT NULL AS has_agent
  FROM waits
  LEFT JOIN (SELECT DISTINCT session_id, chain, call_place FROM agent_calls) AS running USING (session_id, chain, call_place)
),
turns AS (
  SELECT
    session_id, chain, call_place AS place, 1 AS step, has_agent::INTEGER AS agent_step,
    (waited_ms > 0 AND NOT has_agent)::INTEGER AS wait_step, (is_guess AND NOT has_agent)::INTEGER AS guess_step
  FROM waits_of_calls
  UNION ALL
  SELECT
    session_id, chain, result_place, -1, -has_agent::INTEGER,
    -(waited_ms > 0 AND waited_ms >= ms AND NOT has_agent)::INTEGER, -(is_guess AND waited_ms >= ms AND NOT has_agent)::INTEGER
  FROM waits_of_calls
),
steps AS (
  SELECT session_id, chain, place, sum(step) AS step, sum(agent_step) AS agent_step, sum(wait_step) AS wait_step, sum(guess_step) AS guess_step
  FROM turns
  GROUP BY session_id, chain, place
),
points AS (
  SELECT lane.*, step, agent_step, wait_step, guess_step, false AS is_wait_end
  FROM lane
  LEFT JOIN steps USING (session_id, chain, place)
  UNION ALL BY NAME
  SELECT
    run, session_id, chain, call_place AS place, model, commit_id, called_at + to_milliseconds(waited_ms) AS occurred_at,
    0 AS step, 0 AS agent_step, -1 AS wait_step, -is_guess::INTEGER AS guess_step, true AS is_wait_end
  FROM waits_of_calls
  WHERE waited_ms > 0 AND waited_ms < ms AND NOT has_agent
),
moments AS (
  SELECT
    points.* EXCLUDE (place),
    row_number() OVER chain_order AS place,
    sum(coalesce(step, 0)) OVER so_far AS open_calls,
    sum(coalesce(agent_step, 0)) OVER so_far AS agent_calls,
    sum(coalesce(wait_step, 0)) OVER so_far AS waiting_calls,
    sum(coalesce(guess_step, 0)) OVER so_far AS guessed_calls,
    last_value(CASE WHEN kind = 'tool_call' THEN tool_name END IGNORE NULLS) OVER so_far AS last_tool,
    -- Whether the model is due to write after this event; null: the event changes nothing.
    last_value(CASE
      WHEN kind IN ('tool_result', 'thinking') THEN true
      WHEN kind IN ('response', 'tool_call', 'error') THEN false
      WHEN kind = 'system' AND subtype = 'local_command' THEN false
      WHEN kind <> 'prompt' OR class IN ('compaction_summary', 'system_reminder') THEN NULL
      ELSE class NOT IN ('local_command', 'bash_injection', 'interrupt', 'empty')
    END IGNORE NULLS) OVER so_far AS model_due,
    CASE WHEN lead(run) OVER chain_order = run THEN lead(occurred_at) OVER chain_order END AS next_at,
    lead(kind) OVER chain_order AS next_kind,
    lead(class) OVER chain_order AS next_class,
    lead(model) OVER chain_order AS next_model,
    lead(commit_id) OVER chain_order AS next_commit_id
  FROM points
  WINDOW
    chain_order AS (PARTITION BY session_id, chain ORDER BY run, occurred_at, is_wait_end, place),
    so_far AS (PARTITION BY session_id, chain ORDER BY run, occurred_at, is_wait_end, place ROWS UNBOUNDED PRECEDING)
),
-- States as far as no sub-agent decides them; null: a sub-agent does.
stretches AS MATERIALIZED (
  SELECT
    * EXCLUDE (occurred_at, next_at),
    occurred_at AS start_at,
    next_at AS end_at,
    CASE
      WHEN open_calls - agent_calls > waiting_calls THEN 'tool'
      WHEN agent_calls > 0 THEN NULL
      WHEN open_calls > 0 THEN 'waiting'
      WHEN next_class = 'bash_injection' THEN 'tool'
      WHEN date_diff('millisecond', occurred_at, next_at) >= $idle_ms::BIGINT THEN 'idle'
      WHEN next_class IN ('compaction', 'compaction_summary') THEN 'compaction'
      WHEN next_kind = 'thinking' THEN 'thinking'
      WHEN next_kind IN ('response', 'tool_call', 'output', 'error') THEN 'agent'
      WHEN coalesce(model_due, false) THEN 'agent'
      WHEN chain = 'main' THEN 'human'
      ELSE 'idle'
    END AS state
  FROM moments
  WHERE next_at > occurred_at
    AND NOT EXISTS (
      FROM unknown_gaps AS gap
      WHERE gap.session_id = moments.session_id AND gap.chain = moments.chain AND gap.run = moments.run
        AND gap.start_at <= moments.occurred_at AND gap.end_at >= moments.next_at
    )
),
-- Before the first record of its sub-agents a call may wait for a person; then, and after their last record, nothing is known of it.
silences AS (
  SELECT
    session_id, chain, run, call_place,
    any_value(called_at) AS called_at,
    least(any_value(result_at), min(agent_calls.first_at)) AS first_at,
    greatest(any_value(called_at), max(agent_calls.last_at)) AS last_at,
    any_value(result_at) AS result_at,
    least(any_value(called_at) + to_milliseconds(any_value(waited_ms)), any_value(result_at), min(agent_calls.first_at)) AS waited_until,
    bool_or(is_guess) AS is_guess
  FROM agent_calls
  GROUP BY session_id, chain, run, call_place
),
silent AS (
  SELECT session_id, chain, run, called_at AS start_at, waited_until AS end_at, 'waiting' AS state, is_guess FROM silences
  UNION ALL
  SELECT session_id, chain, run, waited_until, first_at, CASE WHEN epoch_ms(first_at) - epoch_ms(waited_until) < $idle_ms::BIGINT THEN 'tool' ELSE 'idle' END, false
  FROM silences
  UNION ALL
  SELECT session_id, chain, run, last_at, result_at, CASE WHEN epoch_ms(result_at) - epoch_ms(last_at) < $idle_ms::BIGINT THEN 'tool' ELSE 'idle' END, false
  FROM silences
),
-- What each chain does by itself; it may do several things at a time.
leaves AS (
  SELECT
    session_id, chain, start_at, end_at,
    CASE coalesce(state, CASE WHEN waiting_calls > 0 THEN 'waiting' END)
      WHEN 'waiting' THEN 'waiting'
      WHEN 'human' THEN 'idle'
      WHEN 'idle' THEN 'idle'
      ELSE 'tool'
    END AS state,
    guessed_calls > 0 AS is_guess
  FROM stretches
  SEMI JOIN agent_calls ON agent_calls.session_id = stretches.session_id AND agent_calls.agent = stretches.chain
  WHERE state IS NOT NULL OR waiting_calls > 0
  UNION ALL
  SELECT session_id, chain, start_at, end_at, state, is_guess FROM silent
),
-- When each chain waits for which other: directly, and through the agents that its agents started. Calls at the same time are one.
paths AS (
  WITH RECURSIVE reached AS (
    SELECT session_id, chain, run, agent, min(called_at) AS from_at, max(result_at) AS until_at, 1 AS depth
    FROM (
      SELECT *, count(CASE WHEN starts THEN 1 END) OVER (
        PARTITION BY session_id, chain, run, agent ORDER BY called_at, result_at, call_place ROWS UNBOUNDED PRECEDING
      ) AS island
      FROM (
        SELECT *, coalesce(called_at > max(result_at) OVER (
          PARTITION BY session_id, chain, run, agent ORDER BY called_at, result_at, call_place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ), true) AS starts
        FROM agent_calls
      )
    )
    GROUP BY session_id, chain, run, agent, island
    UNION ALL
    SELECT reached.session_id, reached.chain, reached.run, calls.agent, greatest(from_at, called_at), least(until_at, result_at), depth + 1
    FROM reached
    JOIN agent_calls AS calls ON calls.session_id = reached.session_id AND calls.chain = reached.agent AND calls.is_start
    WHERE greatest(from_at, called_at) < least(until_at, result_at) AND depth < 20
  )
  FROM reached
),
inherited AS (
  SELECT paths.session_id, paths.chain, paths.run, greatest(start_at, from_at) AS start_at, least(end_at, until_at) AS end_at, state, is_guess
  FROM paths
  JOIN leaves ON leaves.session_id = paths.session_id AND leaves.chain = paths.agent AND leaves.start_at < until_at AND leaves.end_at > from_at
  UNION ALL
  SELECT session_id, chain, run, start_at, end_at, state, is_guess FROM silent
),
changes AS (
  SELECT
    session_id, chain, run, start_at AS changed_at, 1 AS side, NULL AS place,
    (state = 'tool')::INTEGER AS works, (state = 'waiting')::INTEGER AS waits, (state = 'waiting' AND is_guess)::INTEGER AS guesses, (state = 'idle')::INTEGER AS idles
  FROM inherited
  WHERE start_at < end_at
  UNION ALL
  SELECT
    session_id, chain, run, end_at, -1, NULL,
    -(state = 'tool')::INTEGER, -(state = 'waiting')::INTEGER, -(state = 'waiting' AND is_guess)::INTEGER, -(state = 'idle')::INTEGER
  FROM inherited
  WHERE start_at < end_at
  UNION ALL
  SELECT session_id, chain, run, start_at, 1, place, 0, 0, 0, 0 FROM stretches WHERE state IS NULL
  UNION ALL
  SELECT session_id, chain, run, end_at, -1, -1, 0, 0, 0, 0 FROM stretches WHERE state IS NULL
),
parts AS (
  SELECT
    session_id, chain, changed_at AS start_at, lead(changed_at) OVER in_order AS end_at,
    last_value(place IGNORE NULLS) OVER so_far AS place,
    sum(works) OVER so_far AS works, sum(waits) OVER so_far AS waits, sum(guesses) OVER so_far AS guesses, sum(idles) OVER so_far AS idles
  FROM changes
  WINDOW
    in_order AS (PARTITION BY session_id, chain, run ORDER BY changed_at, side, place),
    so_far AS (PARTITION BY session_id, chain, run ORDER BY changed_at, side, place ROWS UNBOUNDED PRECEDING)
)
SELECT
  session_id      AS session_id,
  chain           AS chain,
  place           AS place,
  start_at        AS start_at,
  end_at          AS end_at,
  model           AS model,
  next_model      AS next_model,
  commit_id       AS commit_id,
  next_commit_id  AS next_commit_id,
  open_calls      AS open_calls,
  last_tool       AS last_tool,
  state = 'waiting' AND guessed_calls > 0 AS is_guess,
  state           AS state
FROM stretches
WHERE state IS NOT NULL
UNION ALL
SELECT
  session_id, chain, place, parts.start_at, parts.end_at, model, next_model, commit_id, next_commit_id, open_calls, last_tool,
  works = 0 AND waits + waiting_calls > 0 AND guesses + guessed_calls > 0,
  CASE WHEN works > 0 THEN 'tool' WHEN waits + waiting_calls > 0 THEN 'waiting' WHEN idles > 0 THEN 'idle' ELSE 'tool' END
FROM parts
JOIN stretches USING (session_id, chain, place)
WHERE parts.end_at > parts.start_at
