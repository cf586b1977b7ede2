-- How large was the context that the model saw at each reply, and what did the reply use?
-- One row per reply, in the order of sessions, chains and time.
WITH counted AS (
  SELECT session_number, any_value(session_id) AS session_id, sum(requests) AS requests
  FROM (
    FROM chosen_spending_with_sessions
  )
  GROUP BY session_number
),
-- As many sessions as the rows that are wanted come from.
shown AS (
  SELECT session_number
  FROM (SELECT *, sum(requests) OVER (ORDER BY session_id ROWS UNBOUNDED PRECEDING) - requests AS before FROM counted)
  WHERE $limit::BIGINT IS NULL OR before < $limit::BIGINT
)
SELECT
  session_id                           AS session_id,
  chain                                AS chain,
  occurred_at                          AS occurred_at,
  name                                 AS model,
  context_tokens                       AS context_tokens,
  input_tokens                         AS input_tokens,
  cache_read_tokens                    AS cache_read_tokens,
  TRY_CAST(write_5m_tokens::HUGEINT + write_1h_tokens AS BIGINT) AS cache_write_tokens,
  output_tokens                        AS output_tokens,
  thinking_tokens                      AS thinking_tokens,
  is_understated                       AS is_understated,
  stop_reason                          AS stop_reason,
  skill                                AS skill,
  cache_miss_reason                    AS cache_miss_reason,
  cache_missed_tokens                  AS cache_missed_tokens,
  iteration_kind                       AS iteration_kind,
  source_id                            AS source_id,
  line                                 AS line,
  file_line_of(source_id, line)        AS file_line
FROM (
  FROM chosen_replies_with_sessions
)
SEMI JOIN shown USING (session_number)
JOIN fact_names ON number = model_number
ORDER BY session_id, chain <> 'main', chain, occurred_at, source_id, line
