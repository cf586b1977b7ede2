-- What did the replies use?
-- One row per reply with usage, each once in the whole store, and one per further request within it.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  hidden(item.reply_key)               AS reply_key,
  known_id(fact_sessions.session_id)   AS session_id,
  item.is_main                         AS is_main,
  known_word(agents.name)              AS agent_type,
  known_id(item.chain)                 AS chain,
  known_word(models.name)              AS model,
  item.quarter                         AS quarter,
  item.occurred_at                     AS occurred_at,
  known_word(item.service)             AS service,
  item.input_tokens                    AS input_tokens,
  item.output_tokens                   AS output_tokens,
  item.cache_read_tokens               AS cache_read_tokens,
  item.write_5m_tokens                 AS write_5m_tokens,
  item.write_1h_tokens                 AS write_1h_tokens,
  item.context_tokens                  AS context_tokens,
  item.web_searches                    AS web_searches,
  known_word(item.stop_reason)         AS stop_reason,
  item.recorded_usd                    AS recorded_usd,
  known_word(item.iteration_kind)      AS iteration_kind,
  item.is_understated                  AS is_understated,
  item.thinking_tokens                 AS thinking_tokens,
  known_word(item.skill)               AS skill,
  known_word(item.cache_miss_reason)   AS cache_miss_reason,
  item.cache_missed_tokens             AS cache_missed_tokens,
  hidden(item.source_id)               AS source_id,
  item.line                            AS line
FROM replies item
JOIN fact_sessions ON fact_sessions.session_number = item.session_number
LEFT JOIN sessions ON sessions.session_id = fact_sessions.session_id
JOIN fact_names AS agents ON agents.number = item.agent_number
JOIN fact_names AS models ON models.number = item.model_number
