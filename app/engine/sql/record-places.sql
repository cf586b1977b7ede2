-- Which records does a commit hold, and how are they classed?
-- One row per record, in the order of its artifact.
SELECT
  sources.file         AS source_file,
  records.line         AS line,
  records.class        AS class,
  records.rule         AS rule,
  records.occurred_at  AS occurred_at
FROM records
JOIN sources USING (source_id)
WHERE records.commit_id = $commit::VARCHAR
  AND NOT records.is_copy
ORDER BY sources.role DESC, sources.file, records.byte_offset
