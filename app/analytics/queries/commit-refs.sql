-- Which refs name these commits?
-- One row per ref, in the order of their names.
SELECT
  name      AS name,
  kind      AS kind,
  commit_id AS commit_id
FROM refs
WHERE commit_id IN (SELECT unnest($commits::VARCHAR[]))
ORDER BY name
