-- What did each reply use, each counted once?
-- One row per reply; statements build on it, over their own table of usage named own. The most complete record of a reply wins, of equal
-- ones the last by time, else by place. The session that contains the reply first owns it.
SELECT reply_key, unnest(last), session_id, is_understated
FROM (
  SELECT
    reply_key,
    arg_min(session_id, (coalesce(occurred_at, 'infinity'::TIMESTAMPTZ), session_id)) AS session_id,
    arg_max({
      'model': model,
      'iteration': iteration,
      'source_id': source_id,
      'line': line,
      'occurred_at': occurred_at,
      'service': coalesce(service, 'standard'),
      'input_tokens': input_tokens,
      'output_tokens': output_tokens,
      'cache_read_tokens': cache_read_tokens,
      'cache_write_tokens': cache_write_tokens,
      'recorded_1h_tokens': coalesce(cache_write_1h_tokens, 0),
      'web_searches': coalesce(web_searches, 0),
      'recorded_usd': TRY_CAST(cost_usd AS DECIMAL(28, 10))
    }, (account_rank, coalesce(occurred_at, '-infinity'::TIMESTAMPTZ), place)) AS last,
    max({ 'rank': account_rank, 'is_understated': is_understated }).is_understated AS is_understated
  FROM own
  GROUP BY reply_key
)
