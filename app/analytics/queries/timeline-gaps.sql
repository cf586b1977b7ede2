-- What was each lane of a session doing between one event and the next?
-- One row per stretch between two neighbouring events of a chain, by time; the states are those of lane-gaps.
WITH made AS (
  SELECT commit_id AS source_id, position FROM commits WHERE session_id = $session::VARCHAR AND starts_with(session_id, 'live/')
),
chosen_events AS (
  SELECT events.*, coalesce(made.position, sources.place, 0) AS position
  FROM events
  LEFT JOIN sources USING (source_id)
  LEFT JOIN made USING (source_id)
  WHERE events.session_id = $session::VARCHAR AND NOT is_copy AND occurred_at IS NOT NULL
),
chosen_spans AS (
  SELECT session_id, first_at, last_at FROM sessions WHERE session_id = $session::VARCHAR
),
chosen_agents AS (
  SELECT session_id, tool_use_id, agent, bool_or(is_start) AS is_start
  FROM (
    SELECT session_id, spawn_call AS tool_use_id, chain AS agent, true AS is_start
    FROM commits
    WHERE session_id = $session::VARCHAR AND spawn_call IS NOT NULL
    UNION ALL
    SELECT session_id, tool_use_id, awaited_agent(tool_name, body), false
    FROM chosen_events
    WHERE kind = 'tool_call' AND awaited_agent(tool_name, body) IS NOT NULL
  )
  GROUP BY session_id, tool_use_id, agent
)
SELECT
  chain                                                                                                   AS chain,
  state                                                                                                   AS state,
  start_at                                                                                                AS start_at,
  end_at                                                                                                  AS end_at,
  CASE WHEN state IN ('tool', 'waiting') THEN commit_id ELSE coalesce(next_commit_id, commit_id) END                      AS commit_id,
  CASE WHEN open_calls > 0 THEN coalesce(last_tool, '') WHEN state = 'tool' THEN 'shell line' ELSE '' END AS label,
  is_guess                                                                                                AS is_guess
FROM (
  FROM lane_gaps
)
ORDER BY chain, start_at, place
