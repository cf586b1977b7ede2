-- Which lanes does a session have, when did each begin and end, what was it asked first, and which call started it?
-- One row per chain with at least one event that has a time, the main chain first, then by beginning. The main lane is as long as the session.
WITH starts AS (
  SELECT commits.chain, min_by(calls.chain, calls.occurred_at) AS parent_chain, min(calls.occurred_at) AS called_at
  FROM commits
  JOIN events AS calls
    ON calls.session_id = commits.session_id AND calls.tool_use_id = commits.spawn_call AND calls.kind = 'tool_call' AND NOT calls.is_copy
  WHERE commits.session_id = $session::VARCHAR AND commits.spawn_call IS NOT NULL
  GROUP BY commits.chain
)
SELECT
  chain                                                                                             AS chain,
  CASE WHEN chain = 'main' THEN least(min(occurred_at), any_value(first_at)) ELSE min(occurred_at) END   AS first_at,
  CASE WHEN chain = 'main' THEN greatest(max(occurred_at), any_value(last_at)) ELSE max(occurred_at) END AS last_at,
  coalesce(arg_min(left(body, 400), (occurred_at, line, block)) FILTER (WHERE kind = 'prompt'), '') AS first_prompt,
  any_value(parent_chain)                                                                           AS parent_chain,
  any_value(called_at)                                                                              AS called_at
FROM events
LEFT JOIN (SELECT session_id, first_at, last_at FROM sessions) AS sessions USING (session_id)
LEFT JOIN starts USING (chain)
WHERE session_id = $session::VARCHAR AND NOT is_copy AND occurred_at IS NOT NULL
GROUP BY chain
ORDER BY chain <> 'main', min(occurred_at), chain
