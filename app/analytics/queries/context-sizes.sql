-- How large was the context that the model saw at each reply of a session, and what was it made of?
-- One row per reply with recorded usage, chain by chain in the order of time; see used-by-replies.
-- None for sessions that were made: what was used is known of whole turns there, not of requests.
WITH used AS (
  SELECT *
  FROM token_usage
  WHERE session_id = $session::VARCHAR AND NOT starts_with(session_id, 'live/') AND NOT is_copy AND model <> '<synthetic>' AND iteration IS NULL
),
replies AS (FROM used_by_replies)
SELECT
  replies.chain                                                   AS chain,
  replies.occurred_at                                             AS occurred_at,
  replies.model                                                   AS model,
  context_tokens                                                  AS context_tokens,
  records.commit_id                                               AS commit_id,
  replies.source_id                                               AS source_id,
  last_line                                                       AS line,
  input_tokens                                                    AS input_tokens,
  cache_read_tokens                                               AS cache_read_tokens,
  cache_write_tokens                                              AS cache_write_tokens,
  output_tokens                                                   AS output_tokens
FROM replies
LEFT JOIN (FROM records WHERE session_id = $session::VARCHAR) AS records ON records.source_id = replies.source_id AND records.line = last_line
WHERE context_tokens > 0
ORDER BY replies.chain <> 'main', replies.chain, replies.occurred_at, last_line, replies.source_id
