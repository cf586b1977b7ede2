-- Which observations found a file known, with what filters look at?
-- One row per check of a session with facts.
SELECT
  checks.*,
  fact_sessions.session_number                           AS session_number,
  fact_names.number                                      AS model_number,
  checks.chain = 'main'                                AS is_main,
  coalesce(agent_number, (SELECT number FROM fact_names WHERE name = '(none)')) AS agent_number,
  (epoch_ms(checks.occurred_at) // 900_000)::INTEGER   AS quarter
FROM object_checks AS checks
JOIN fact_sessions ON fact_sessions.session_id = checks.session_id
JOIN fact_names ON fact_names.name = coalesce(checks.model, '(none)')
LEFT JOIN fact_chains ON fact_chains.session_number = fact_sessions.session_number AND fact_chains.chain = checks.chain
