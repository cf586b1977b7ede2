-- Which usage do the records tell?
-- One row per assistant record with usage, and one per further request within its reply.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  hidden(told.source_id)               AS source_id,
  told.line                            AS line,
  known_id(told.session_id)            AS session_id,
  known_id(told.chain)                 AS chain,
  told.is_copy                         AS is_copy,
  told.iteration                       AS iteration,
  known_word(told.iteration_kind)      AS iteration_kind,
  hidden(told.reply_key)               AS reply_key,
  known_id(told.message_id)            AS message_id,
  known_word(told.model)               AS model,
  told.occurred_at                     AS occurred_at,
  told.input_tokens                    AS input_tokens,
  told.output_tokens                   AS output_tokens,
  told.cache_read_tokens               AS cache_read_tokens,
  told.cache_write_tokens              AS cache_write_tokens,
  told.cache_write_5m_tokens           AS cache_write_5m_tokens,
  told.cache_write_1h_tokens           AS cache_write_1h_tokens,
  told.web_searches                    AS web_searches,
  told.web_fetches                     AS web_fetches,
  known_word(told.service)             AS service,
  told.cost_usd                        AS cost_usd,
  told.context_tokens                  AS context_tokens,
  told.account_rank                    AS account_rank,
  told.is_understated                  AS is_understated
FROM token_usage told
LEFT JOIN sessions ON sessions.session_id = told.session_id
