-- What do the commits of a session contain, record by record, for reading them as a conversation?
-- One row per record that may be shown, in the order of the artifacts.
WITH numbered AS (
  SELECT
    records.*,
    row_number() OVER (PARTITION BY records.commit_id ORDER BY sources.role DESC, sources.file, records.byte_offset) - 1 AS place
  FROM records
  JOIN sources ON sources.source_id = records.source_id
  WHERE records.session_id = $session::VARCHAR AND records.commit_id IS NOT NULL AND NOT records.is_copy
)
SELECT
  numbered.commit_id                                              AS commit_id,
  numbered.place                                                  AS place,
  numbered.source_id                                              AS source_id,
  numbered.line                                                   AS line,
  numbered.record_type                                            AS record_type,
  numbered.subtype                                                AS subtype,
  numbered.class                                                  AS class,
  numbered.rule                                                   AS rule,
  corrections.class_by_rule                                       AS class_by_rule,
  numbered.occurred_at                                            AS occurred_at,
  numbered.text_blocks > 0 OR numbered.thinking_blocks > 0 OR numbered.tool_uses > 0 OR numbered.has_image AS has_others,
  CASE WHEN numbered.class = 'compaction' THEN numbered.detail END AS detail
FROM numbered
LEFT JOIN corrections ON corrections.source_id = numbered.source_id AND corrections.line = numbered.line
WHERE numbered.class NOT IN ('bookkeeping', 'title', 'unknown') OR numbered.record_type = 'attachment'
ORDER BY numbered.commit_id, numbered.place
