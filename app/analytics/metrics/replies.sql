-- How large was the context that the model saw at each reply, and what did the reply use?
-- One row per reply, in the order of sessions, chains and time.
SELECT
  session_id                           AS session_id,
  chain                                AS chain,
  occurred_at                          AS occurred_at,
  model                                AS model,
  context_tokens                       AS context_tokens,
  input_tokens                         AS input_tokens,
  cache_read_tokens                    AS cache_read_tokens,
  write_5m_tokens + write_1h_tokens    AS cache_write_tokens,
  output_tokens                        AS output_tokens,
  source_id                            AS source_id,
  line                                 AS line
FROM (
  FROM chosen_replies
)
ORDER BY session_id, chain <> 'main', chain, occurred_at, source_id, line
