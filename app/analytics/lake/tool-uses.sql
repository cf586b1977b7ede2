-- Which tools were called, how did the calls end, and how long did they take?
-- One row per call, copies excluded.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  known_id(fact_sessions.session_id)   AS session_id,
  item.is_main                         AS is_main,
  known_word(agents.name)              AS agent_type,
  known_word(models.name)              AS model,
  item.quarter                         AS quarter,
  item.called_at                       AS called_at,
  known_word(tools.name)               AS tool_name,
  item.has_result                      AS has_result,
  item.is_error                        AS is_error,
  item.is_refused                      AS is_refused,
  item.is_interrupted                  AS is_interrupted,
  item.is_cancelled                    AS is_cancelled,
  item.is_invalid                      AS is_invalid,
  item.result_chars                    AS result_chars,
  item.duration_ms                     AS duration_ms,
  item.is_cut                          AS is_cut,
  hidden(item.source_id)               AS source_id,
  item.line                            AS line,
  item.block                           AS block,
  known_id(item.commit_id)             AS commit_id
FROM tool_uses item
JOIN fact_sessions ON fact_sessions.session_number = item.session_number
LEFT JOIN sessions ON sessions.session_id = fact_sessions.session_id
JOIN fact_names AS agents ON agents.number = item.agent_number
JOIN fact_names AS models ON models.number = item.model_number
JOIN fact_names AS tools ON tools.number = item.tool_number
