-- Which usage do the records contain?
-- One row per assistant record with usage, and one per further request within its reply.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  hidden(item.source_id)               AS source_id,
  item.line                            AS line,
  known_id(item.session_id)            AS session_id,
  known_id(item.chain)                 AS chain,
  item.is_copy                         AS is_copy,
  item.iteration                       AS iteration,
  known_word(item.iteration_kind)      AS iteration_kind,
  hidden(item.reply_key)               AS reply_key,
  known_id(item.message_id)            AS message_id,
  known_word(item.model)               AS model,
  item.occurred_at                     AS occurred_at,
  item.input_tokens                    AS input_tokens,
  item.output_tokens                   AS output_tokens,
  item.cache_read_tokens               AS cache_read_tokens,
  item.cache_write_tokens              AS cache_write_tokens,
  item.cache_write_5m_tokens           AS cache_write_5m_tokens,
  item.cache_write_1h_tokens           AS cache_write_1h_tokens,
  item.web_searches                    AS web_searches,
  item.web_fetches                     AS web_fetches,
  known_word(item.service)             AS service,
  item.cost_usd                        AS cost_usd,
  item.context_tokens                  AS context_tokens,
  item.account_rank                    AS account_rank,
  item.is_understated                  AS is_understated
FROM token_usage item
LEFT JOIN sessions ON sessions.session_id = item.session_id
