-- When was the context compacted, and how large was it before and after?
-- One row per compaction.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  known_id(fact_sessions.session_id)   AS session_id,
  item.is_main                         AS is_main,
  known_word(agents.name)              AS agent_type,
  known_word(models.name)              AS model,
  item.quarter                         AS quarter,
  item.occurred_at                     AS occurred_at,
  item.number                          AS number,
  known_word(item.trigger)             AS trigger,
  item.tokens_before                   AS tokens_before,
  item.tokens_after                    AS tokens_after,
  item.tokens_next                     AS tokens_next,
  item.tokens_dropped                  AS tokens_dropped,
  item.prompts_since                   AS prompts_since,
  item.prompts_before                  AS prompts_before,
  item.ms_since                        AS ms_since,
  item.ms_from_start                   AS ms_from_start,
  hidden(item.source_id)               AS source_id,
  item.line                            AS line,
  known_id(item.commit_id)             AS commit_id
FROM compactions item
JOIN fact_sessions ON fact_sessions.session_number = item.session_number
LEFT JOIN sessions ON sessions.session_id = fact_sessions.session_id
JOIN fact_names AS agents ON agents.number = item.agent_number
JOIN fact_names AS models ON models.number = item.model_number
