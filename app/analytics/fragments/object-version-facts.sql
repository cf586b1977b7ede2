-- Which versions of files are known, with what filters look at?
-- One row per version of a session with facts.
SELECT
  versions.*,
  fact_sessions.session_number                           AS session_number,
  fact_names.number                                      AS model_number,
  versions.chain = 'main'                                AS is_main,
  coalesce(agent_number, (SELECT number FROM fact_names WHERE name = '(none)')) AS agent_number,
  (epoch_ms(versions.occurred_at) // 900_000)::INTEGER   AS quarter
FROM record_versions AS versions
JOIN fact_sessions ON fact_sessions.session_id = versions.session_id
JOIN fact_names ON fact_names.name = coalesce(versions.model, '(none)')
LEFT JOIN fact_chains ON fact_chains.session_number = fact_sessions.session_number AND fact_chains.chain = versions.chain
