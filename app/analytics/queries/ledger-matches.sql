-- How many records are counted in a cell of the ledger?
-- One row.
SELECT
  count(*)                                      AS records,
  count(*) FILTER (WHERE record_type = 'user')  AS user_records
FROM records
LEFT JOIN sessions ON sessions.session_id = records.session_id
LEFT JOIN corrections ON corrections.source_id = records.source_id AND corrections.line = records.line
WHERE ($session::VARCHAR IS NULL OR records.session_id = $session::VARCHAR)
  AND ($project::VARCHAR IS NULL OR nfc_normalize(sessions.project) = nfc_normalize($project::VARCHAR))
  AND ($class::VARCHAR IS NULL OR records.class = $class::VARCHAR)
  AND ($reference::VARCHAR IS NULL OR reference_class = $reference::VARCHAR)
  AND ($rule::VARCHAR IS NULL OR rule = $rule::VARCHAR)
  AND ($type::VARCHAR IS NULL OR record_type = $type::VARCHAR)
  AND ($corrected::BOOLEAN IS NULL OR (corrections.class IS NOT NULL) = $corrected::BOOLEAN)
  AND ($source::VARCHAR IS NULL OR records.source_id = $source::VARCHAR)
  AND ($line::BIGINT IS NULL OR records.line = $line::BIGINT)
  AND ($file_line::BIGINT IS NULL OR records.file_line = $file_line::BIGINT)
