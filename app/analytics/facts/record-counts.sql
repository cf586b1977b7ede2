-- How many records of each class do the files of each session of this batch hold, copies included?
-- One new row per session, main chain or sub-agents, model, quarter of an hour, file, type and class.
INSERT INTO record_counts BY NAME
SELECT
  fact_records.session_number                                                 AS session_number,
  chain = 'main'                                                              AS is_main,
  model_number                                                                AS model_number,
  quarter                                                                     AS quarter,
  fact_records.source_id                                                      AS source_id,
  record_type                                                                 AS record_type,
  record_type = 'user'                                                        AS is_user,
  reference_class                                                             AS reference_class,
  fact_records.class                                                          AS class,
  count(*)                                                                    AS records,
  count(corrections.class)                                                    AS corrected,
  sum(text_chars)                                                             AS text_chars,
  count(*) FILTER (WHERE is_response)                                         AS reference_responses,
  coalesce(sum(tool_uses) FILTER (WHERE is_response), 0)                      AS reference_tool_calls,
  coalesce(sum(text_chars) FILTER (WHERE is_response), 0)                     AS reference_chars,
  count(*) FILTER (WHERE record_type = 'system' AND subtype = 'compact_boundary') AS boundaries
FROM fact_records
JOIN fact_lines ON fact_lines.source_id = fact_records.source_id AND fact_lines.line = fact_records.line AND fact_lines.session_number = fact_records.session_number
LEFT JOIN corrections ON corrections.source_id = fact_records.source_id AND corrections.line = fact_records.line
GROUP BY ALL
