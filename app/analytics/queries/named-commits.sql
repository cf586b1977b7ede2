-- Which commits do refs of these names point to?
-- One row per ref.
SELECT
  name      AS name,
  commit_id AS commit_id
FROM refs
WHERE name IN (SELECT unnest($names::VARCHAR[]))
