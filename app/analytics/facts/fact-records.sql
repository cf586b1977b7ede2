-- What do the records of the sessions of this batch say of themselves, copies included?
-- Makes a table for this batch. One row per record.
CREATE OR REPLACE TEMP TABLE fact_records AS
SELECT
  session_number,
  source_id,
  line,
  chain,
  commit_id,
  is_copy,
  byte_length,
  record_type,
  subtype,
  reference_class,
  class,
  CASE WHEN model NOT IN ('', '<synthetic>') THEN model END AS own_model,
  TRY_CAST((epoch_us(occurred_at) - (epoch_us(occurred_at) % 900_000_000 + 900_000_000) % 900_000_000) // 900_000_000 AS INTEGER) AS quarter,
  record_type = 'assistant' AND NOT is_api_error AND has_content_list AS is_response,
  tool_uses,
  text_chars,
  CASE WHEN subtype = 'compact_boundary' OR record_type IN ('cost-state', 'result', 'attachment') THEN detail END AS detail,
  CASE WHEN class = 'meta' THEN detail ->> '$.put_by' END AS put_by
FROM records
JOIN fact_batch USING (session_id)
WHERE records.rowid BETWEEN $records_first::BIGINT AND $records_last::BIGINT
