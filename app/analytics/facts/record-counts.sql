-- How many records of each class do the files of each session of this batch hold, copies included?
-- One new row per session, main chain or sub-agents, model, quarter of an hour, file, type and class.
INSERT INTO record_counts BY NAME
SELECT
  fact_records.session_number AS session_number,
  fact_records.chain = 'main' AS is_main,
  agent_number                  AS agent_number,
  model_number                  AS model_number,
  quarter                       AS quarter,
  fact_records.source_id        AS source_id,
  record_type                   AS record_type,
  reference_class               AS reference_class,
  class                         AS class,
  count(*)                      AS records
FROM fact_records
JOIN fact_lines ON fact_lines.source_id = fact_records.source_id AND fact_lines.line = fact_records.line AND fact_lines.session_number = fact_records.session_number
JOIN fact_chains ON fact_chains.session_number = fact_records.session_number AND fact_chains.chain = fact_records.chain
GROUP BY ALL
