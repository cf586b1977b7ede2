-- Which commit does each ref name?
-- One row per ref.
SELECT
  name       AS name,
  commit_id  AS commit_id
FROM refs
ORDER BY name
