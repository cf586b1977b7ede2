-- How large was the context that the model saw at each reply of the main chain, which of its replies is it, and in which commit?
-- One row per reply with recorded usage, in the order of time, numbered as the sizes of a session are listed; its most complete record wins, of equal ones the last by
-- time, else by place. None for sessions that were made: what was used is known of whole turns there, not of requests.
WITH replies AS (
  SELECT
    max_by(occurred_at, place)        AS occurred_at,
    max_by(line, place)               AS last_line,
    max_by(source_id, place)          AS source_id,
    max_by(context_tokens, place)     AS context_tokens
  FROM (SELECT *, (account_rank, coalesce(occurred_at, '-infinity'::TIMESTAMPTZ), line, source_id) AS place FROM token_usage)
  WHERE session_id = $session::VARCHAR AND NOT starts_with(session_id, 'live/') AND chain = 'main' AND NOT is_copy AND model <> '<synthetic>'
    AND iteration IS NULL
  GROUP BY reply_key
),
numbered AS (
  SELECT *, row_number() OVER (ORDER BY occurred_at, last_line, source_id) AS reply
  FROM replies
  WHERE context_tokens > 0
)
SELECT
  numbered.occurred_at    AS occurred_at,
  context_tokens          AS context_tokens,
  reply                   AS reply,
  records.commit_id       AS commit_id
FROM numbered
LEFT JOIN (FROM records WHERE session_id = $session::VARCHAR) AS records
  ON records.source_id = numbered.source_id AND records.line = numbered.last_line
-- A larger number, which no model sees, is not drawn.
WHERE numbered.occurred_at IS NOT NULL AND context_tokens <= 9_007_199_254_740_991
ORDER BY reply
