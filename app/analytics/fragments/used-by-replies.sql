-- What did each reply of a session use?
-- One row per reply and chain. Statements build on it, over their own table of usage named used. The most complete record of a reply wins, of
-- equal ones the last by time, else by place. Times are null where none is recorded.
SELECT
  chain,
  reply_key,
  max_by(occurred_at, place)        AS occurred_at,
  max_by(line, place)               AS last_line,
  max_by(source_id, place)          AS source_id,
  max_by(model, place)              AS model,
  max_by(context_tokens, place)     AS context_tokens,
  max_by(input_tokens, place)       AS input_tokens,
  max_by(cache_read_tokens, place)  AS cache_read_tokens,
  max_by(cache_write_tokens, place) AS cache_write_tokens,
  max_by(output_tokens, place)      AS output_tokens
FROM (SELECT *, (account_rank, coalesce(occurred_at, '-infinity'::TIMESTAMPTZ), line, source_id) AS place FROM used)
GROUP BY chain, reply_key
