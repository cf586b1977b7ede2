-- Which lanes does a session have, when did each begin and end, and what was it asked first?
-- One row per chain with at least one event that has a time, the main chain first, then by beginning.
SELECT
  chain                                                                                             AS chain,
  min(occurred_at)                                                                                  AS first_at,
  max(occurred_at)                                                                                  AS last_at,
  coalesce(arg_min(left(body, 400), (occurred_at, line, block)) FILTER (WHERE kind = 'prompt'), '') AS first_prompt
FROM events
WHERE session_id = $session::VARCHAR AND NOT is_copy AND occurred_at IS NOT NULL
GROUP BY chain
ORDER BY chain <> 'main', min(occurred_at), chain
