-- Which refs does an abbreviated name mean, each of its parts cut short?
-- One row per ref, in the order of their names, at most 21.
SELECT
  name      AS name,
  commit_id AS commit_id
FROM refs
WHERE regexp_full_match(name, $pattern::VARCHAR)
ORDER BY name
LIMIT 21
