-- How many tokens did each reply of a session use?
-- One row per reply, in the order of time, those without a time first. A reply's most complete record wins, of equal ones the last by time, else by place. A reply
-- that several sessions contain counts for the one in which it stood first, as in the list of sessions.
WITH files AS (
  SELECT source_id, row_number() OVER (ORDER BY role DESC, file, source_id) AS source_rank
  FROM sources
  WHERE role IN ('session', 'agent')
  UNION ALL
  SELECT commit_id, 0
  FROM commits
  WHERE session_id = $session::VARCHAR AND starts_with(session_id, 'live/') AND chain <> 'replaced'
),
replies AS (
  SELECT
    arg_min(session_id, (coalesce(occurred_at, 'infinity'::TIMESTAMPTZ), session_id)) AS session_id,
    arg_max({
      'occurred_at': occurred_at,
      'model': model,
      'read_tokens': coalesce(input_tokens, 0)::DOUBLE + coalesce(cache_read_tokens, 0)::DOUBLE + coalesce(cache_write_tokens, 0)::DOUBLE,
      'written_tokens': coalesce(output_tokens, 0)::DOUBLE
    }, (account_rank, coalesce(occurred_at, '-infinity'::TIMESTAMPTZ), source_rank, line)) AS last
  FROM token_usage
  JOIN files USING (source_id)
  WHERE NOT is_copy AND reply_key IN (SELECT reply_key FROM token_usage WHERE session_id = $session::VARCHAR AND NOT is_copy)
  GROUP BY reply_key
)
SELECT
  last.occurred_at                          AS occurred_at,
  last.read_tokens                          AS read_tokens,
  last.written_tokens                       AS written_tokens
FROM replies
WHERE session_id = $session::VARCHAR AND last.model <> '<synthetic>'
ORDER BY last.occurred_at NULLS FIRST, last.written_tokens
