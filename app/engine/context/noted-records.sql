-- Which records of these commits say what no event says: how requests were made, what a microcompaction cleared? And which did the last
-- compaction keep word for word?
-- One row per record.
SELECT
  commit_id                            AS commit_id,
  source_id                            AS source_id,
  line                                 AS line,
  coalesce(list_contains($kept::VARCHAR[], uuid), false) AS is_kept
FROM records
WHERE commit_id IN (SELECT unnest($commits::VARCHAR[]))
  AND NOT is_copy
  AND (record_type = 'api-request-shape' OR subtype = 'microcompact_boundary' OR is_kept)
