-- How long are the lines of each session of this batch that another session, or an earlier line, already holds?
-- One new row per session, main chain or sub-agents, model and quarter of an hour that has some.
INSERT INTO copies BY NAME
SELECT
  fact_records.session_number AS session_number,
  fact_records.chain = 'main' AS is_main,
  agent_number                  AS agent_number,
  model_number                  AS model_number,
  quarter                       AS quarter,
  sum(byte_length)              AS bytes
FROM fact_records
JOIN fact_lines ON fact_lines.source_id = fact_records.source_id AND fact_lines.line = fact_records.line AND fact_lines.session_number = fact_records.session_number
JOIN fact_chains ON fact_chains.session_number = fact_records.session_number AND fact_chains.chain = fact_records.chain
WHERE is_copy
GROUP BY ALL
