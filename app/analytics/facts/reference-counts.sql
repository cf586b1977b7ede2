-- What does each session of this batch amount to by the reference rules, copies included?
-- One new row per session, main chain or sub-agents, model and quarter of an hour.
INSERT INTO reference_counts BY NAME
SELECT
  fact_records.session_number AS session_number,
  fact_records.chain = 'main' AS is_main,
  agent_number                                                                      AS agent_number,
  model_number                                                                      AS model_number,
  quarter                                                                           AS quarter,
  count(*) FILTER (WHERE record_type = 'user')                                      AS user_records,
  count(*) FILTER (WHERE reference_class = 'human_prompt')                          AS human_prompts,
  count(*) FILTER (WHERE reference_class = 'tool_result')                           AS tool_results,
  count(*) FILTER (WHERE record_type = 'user' AND reference_class NOT IN ('human_prompt', 'tool_result', 'none')) AS injected,
  coalesce(sum(text_chars) FILTER (WHERE reference_class = 'human_prompt'), 0)      AS prompt_chars,
  count(*) FILTER (WHERE is_response)                                               AS responses,
  coalesce(sum(tool_uses) FILTER (WHERE is_response), 0)                            AS tool_calls,
  coalesce(sum(text_chars) FILTER (WHERE is_response), 0)                           AS response_chars,
  count(*) FILTER (WHERE record_type = 'system' AND subtype = 'compact_boundary')   AS compactions
FROM fact_records
JOIN fact_lines ON fact_lines.source_id = fact_records.source_id AND fact_lines.line = fact_records.line AND fact_lines.session_number = fact_records.session_number
JOIN fact_chains ON fact_chains.session_number = fact_records.session_number AND fact_chains.chain = fact_records.chain
GROUP BY ALL
