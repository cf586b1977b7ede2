-- Which records does a commit hold, and how are they classed?
-- One row per record, in the order of its artifact.
SELECT
  sources.file               AS source_file,
  records.source_id          AS source_id,
  records.line               AS line,
  records.file_line          AS file_line,
  records.subtype            AS subtype,
  records.class              AS class,
  records.rule               AS rule,
  corrections.class_by_rule  AS class_by_rule,
  records.occurred_at        AS occurred_at
FROM records
JOIN sources ON sources.source_id = records.source_id
LEFT JOIN corrections ON corrections.source_id = records.source_id AND corrections.line = records.line
WHERE records.commit_id = $commit::VARCHAR
  AND NOT records.is_copy
ORDER BY sources.role DESC, sources.file, records.byte_offset
