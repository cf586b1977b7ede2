-- How many records of type user does each class have in each session of this batch, copies included?
-- One new row per session, main chain or sub-agents, model, quarter of an hour and classes.
INSERT INTO class_counts BY NAME
SELECT
  fact_records.session_number AS session_number,
  fact_records.chain = 'main' AS is_main,
  agent_number                  AS agent_number,
  model_number                  AS model_number,
  quarter                       AS quarter,
  by_reference.number           AS reference_number,
  by_class.number               AS class_number,
  count(*)                      AS records,
  count(corrections.class)      AS corrected
FROM fact_records
JOIN fact_lines ON fact_lines.source_id = fact_records.source_id AND fact_lines.line = fact_records.line AND fact_lines.session_number = fact_records.session_number
JOIN fact_chains ON fact_chains.session_number = fact_records.session_number AND fact_chains.chain = fact_records.chain
JOIN fact_names AS by_reference ON by_reference.name = fact_records.reference_class
JOIN fact_names AS by_class ON by_class.name = fact_records.class
LEFT JOIN corrections ON corrections.source_id = fact_records.source_id AND corrections.line = fact_records.line
WHERE record_type = 'user'
GROUP BY ALL
