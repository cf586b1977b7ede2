-- Which lanes does a session have, when did each begin and end, and what was it asked first?
-- One row per chain with at least one event that has a time, the main chain first, then by beginning. The main lane is as long as the session.
SELECT
  chain                                                                                             AS chain,
  CASE WHEN chain = 'main' THEN least(min(occurred_at), any_value(first_at)) ELSE min(occurred_at) END   AS first_at,
  CASE WHEN chain = 'main' THEN greatest(max(occurred_at), any_value(last_at)) ELSE max(occurred_at) END AS last_at,
  coalesce(arg_min(left(body, 400), (occurred_at, line, block)) FILTER (WHERE kind = 'prompt'), '') AS first_prompt
FROM events
LEFT JOIN (SELECT session_id, first_at, last_at FROM sessions) AS sessions USING (session_id)
WHERE session_id = $session::VARCHAR AND NOT is_copy AND occurred_at IS NOT NULL
GROUP BY chain
ORDER BY chain <> 'main', min(occurred_at), chain
