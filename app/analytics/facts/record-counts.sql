-- How many records of each class do the files of each session of this batch hold, copies included?
-- One new row per session, main chain or sub-agents, model, quarter of an hour and class.
INSERT INTO record_counts BY NAME
WITH judged AS (
  SELECT
    fact_sessions.session_number,
    records.*,
    fact_lines.model AS answering_model,
    corrections.class IS NOT NULL AS is_corrected,
    record_type = 'assistant' AND NOT is_api_error AND has_content_list AS is_response
  FROM records
  JOIN fact_sessions USING (session_id)
  JOIN fact_lines USING (source_id, line, session_id)
  LEFT JOIN corrections ON corrections.source_id = records.source_id AND corrections.line = records.line
)
SELECT
  session_number                                                              AS session_number,
  chain = 'main'                                                              AS is_main,
  answering_model                                                             AS model,
  make_timestamptz(epoch_us(occurred_at) - (epoch_us(occurred_at) % 900_000_000 + 900_000_000) % 900_000_000) AS quarter_at,
  record_type = 'user'                                                        AS is_user,
  reference_class                                                             AS reference_class,
  class                                                                       AS class,
  count(*)                                                                    AS records,
  count(*) FILTER (WHERE is_corrected)                                        AS corrected,
  sum(text_chars)                                                             AS text_chars,
  count(*) FILTER (WHERE is_response)                                         AS reference_responses,
  coalesce(sum(tool_uses) FILTER (WHERE is_response), 0)                      AS reference_tool_calls,
  coalesce(sum(text_chars) FILTER (WHERE is_response), 0)                     AS reference_chars,
  count(*) FILTER (WHERE record_type = 'system' AND subtype = 'compact_boundary') AS boundaries
FROM judged
GROUP BY ALL
