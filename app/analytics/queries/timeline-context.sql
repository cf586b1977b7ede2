-- How large was the context that the model saw at each reply of the main chain?
-- One row per reply with recorded usage, in the order of time; its most complete record wins, of equal ones the last by time, else by place. None for sessions that were
-- made: what was used is known of whole turns there, not of requests.
SELECT
  max(occurred_at)                                                                                       AS occurred_at,
  arg_max(context_tokens, (account_rank, occurred_at, line, source_id))                                  AS context_tokens
FROM token_usage
WHERE session_id = $session::VARCHAR AND NOT starts_with(session_id, 'live/') AND chain = 'main' AND NOT is_copy AND occurred_at IS NOT NULL
  AND model <> '<synthetic>' AND iteration IS NULL
GROUP BY reply_key
-- A larger number, which no model sees, is not drawn.
HAVING context_tokens BETWEEN 1 AND 9_007_199_254_740_991
ORDER BY occurred_at, max(line)
