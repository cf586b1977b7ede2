-- How long was each stretch of a session in each state?
-- One row per stretch, agent and model.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  known_id(fact_sessions.session_id)   AS session_id,
  item.is_main                         AS is_main,
  known_word(agents.name)              AS agent_type,
  known_word(models.name)              AS model,
  item.quarter                         AS quarter,
  item.quarters                        AS quarters,
  item.human_ms                        AS human_ms,
  item.agent_ms                        AS agent_ms,
  item.thinking_ms                     AS thinking_ms,
  item.tool_ms                         AS tool_ms,
  item.waiting_ms                      AS waiting_ms,
  item.guessed_ms                      AS guessed_ms,
  item.compaction_ms                   AS compaction_ms,
  item.idle_ms                         AS idle_ms,
  item.active_ms                       AS active_ms
FROM state_times item
JOIN fact_sessions ON fact_sessions.session_number = item.session_number
LEFT JOIN sessions ON sessions.session_id = fact_sessions.session_id
JOIN fact_names AS agents ON agents.number = item.agent_number
JOIN fact_names AS models ON models.number = item.model_number
