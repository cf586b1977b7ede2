-- Which records of these files have a key that differs from the number of their line?
-- One row per record, in the order of its key in its file. Such records are in files with lines from which several records were recovered.
SELECT
  source_id   AS source_id,
  line        AS line,
  file_line   AS file_line
FROM records
WHERE source_id IN (SELECT unnest($sources::VARCHAR[]))
  AND file_line <> line
ORDER BY source_id, line
