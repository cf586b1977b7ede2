-- What did each reply use, each once in the whole store?
-- One new row per touched reply whose session has a number. Its most complete record wins, of equal ones the last by time, else by place; the session in which it stood first has it.
INSERT INTO replies BY NAME
WITH files AS (
  SELECT source_id, row_number() OVER (ORDER BY role DESC, file, source_id) AS source_rank
  FROM sources
  WHERE role IN ('session', 'agent')
),
own AS (
  SELECT fact_usage.*, coalesce(source_rank, 0) * 1_000_000_000 + line AS place
  FROM fact_usage
  LEFT JOIN files USING (source_id)
  WHERE NOT is_copy AND model <> '<synthetic>'
),
once AS (
  SELECT
    reply_key,
    arg_min(session_id, (coalesce(occurred_at, 'infinity'::TIMESTAMPTZ), session_id, place)) AS first_session_id,
    unnest(arg_max({ 'place': place, 'source_id': source_id }, (account_rank, coalesce(occurred_at, '-infinity'::TIMESTAMPTZ), place, source_id))),
    max({ 'rank': account_rank, 'is_understated': is_understated }).is_understated AS is_understated,
    -- The records that a client writes before the reply has ended do not say it; arg_max passes them over.
    arg_max(stop_reason, (account_rank, coalesce(occurred_at, '-infinity'::TIMESTAMPTZ), place, source_id)) AS stop_reason
  FROM own
  GROUP BY reply_key
)
SELECT
  last.reply_key                                                                                 AS reply_key,
  fact_sessions.session_number                                                                   AS session_number,
  last.chain = 'main'                                                                            AS is_main,
  coalesce(agent_number, (SELECT number FROM fact_names WHERE name = CASE last.chain WHEN 'main' THEN '(main)' ELSE '(none)' END)) AS agent_number,
  last.chain                                                                                     AS chain,
  number                                                                                         AS model_number,
  TRY_CAST((epoch_us(last.occurred_at) - (epoch_us(last.occurred_at) % 900_000_000 + 900_000_000) % 900_000_000) // 900_000_000 AS INTEGER) AS quarter,
  last.occurred_at                                                                               AS occurred_at,
  coalesce(last.service, 'standard')                                                             AS service,
  last.input_tokens                                                                              AS input_tokens,
  last.output_tokens                                                                             AS output_tokens,
  last.cache_read_tokens                                                                         AS cache_read_tokens,
  -- Writes that say nothing of how long they are kept are for five minutes, the service's default.
  last.cache_write_tokens - least(coalesce(last.cache_write_1h_tokens, 0), last.cache_write_tokens) AS write_5m_tokens,
  least(coalesce(last.cache_write_1h_tokens, 0), last.cache_write_tokens)                        AS write_1h_tokens,
  CASE WHEN NOT starts_with(last.session_id, 'live/') THEN nullif(last.context_tokens, 0) END      AS context_tokens,
  coalesce(last.web_searches, 0)                                                                 AS web_searches,
  TRY_CAST(last.cost_usd AS DECIMAL(28, 10))                                                     AS recorded_usd,
  last.iteration_kind                                                                            AS iteration_kind,
  once.is_understated                                                                            AS is_understated,
  once.stop_reason                                                                               AS stop_reason,
  last.thinking_tokens                                                                           AS thinking_tokens,
  last.skill                                                                                     AS skill,
  last.cache_miss_reason                                                                         AS cache_miss_reason,
  last.cache_missed_tokens                                                                       AS cache_missed_tokens,
  last.source_id                                                                                 AS source_id,
  last.line                                                                                      AS line
FROM once
JOIN own AS last ON last.reply_key = once.reply_key AND last.place = once.place AND last.source_id = once.source_id
JOIN fact_names ON fact_names.name = nfc_normalize(coalesce(nullif(last.model, ''), '(none)'))
JOIN fact_sessions ON fact_sessions.session_id = first_session_id
LEFT JOIN fact_chains ON fact_chains.session_number = fact_sessions.session_number AND fact_chains.chain = last.chain
ORDER BY fact_sessions.session_number, quarter
