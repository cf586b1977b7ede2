-- Which prompts did humans type, and what did the main chain do up to the next one?
-- One row per prompt.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  known_id(fact_sessions.session_id)   AS session_id,
  item.turn                            AS turn,
  item.is_main                         AS is_main,
  known_word(agents.name)              AS agent_type,
  known_word(models.name)              AS model,
  item.quarter                         AS quarter,
  item.prompt_at                       AS prompt_at,
  hidden(item.source_id)               AS source_id,
  item.line                            AS line,
  known_id(item.commit_id)             AS commit_id,
  item.prompt_chars                    AS prompt_chars,
  item.responses                       AS responses,
  item.tool_calls                      AS tool_calls,
  item.response_chars                  AS response_chars
FROM turns item
JOIN fact_sessions ON fact_sessions.session_number = item.session_number
LEFT JOIN sessions ON sessions.session_id = fact_sessions.session_id
JOIN fact_names AS agents ON agents.number = item.agent_number
JOIN fact_names AS models ON models.number = item.model_number
