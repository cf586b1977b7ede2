-- How large was the context that the model saw at each reply of the main chain?
-- One row per reply with recorded usage, in the order of time; its last record by time wins, else by place. None for sessions that were
-- made: what was used is known of whole turns there, not of requests.
SELECT
  max(occurred_at)                                                                                       AS occurred_at,
  arg_max(input_tokens + cache_read_tokens + cache_write_tokens, (occurred_at, line, source_id))::BIGINT AS context_tokens
FROM token_usage
WHERE session_id = $session::VARCHAR AND NOT starts_with(session_id, 'live/') AND chain = 'main' AND NOT is_copy AND occurred_at IS NOT NULL
  AND model <> '<synthetic>'
GROUP BY reply_key
HAVING context_tokens > 0
ORDER BY occurred_at, max(line)
