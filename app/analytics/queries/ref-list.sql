-- Which refs exist, and to which commits do they point?
-- One row per ref, in the order of their names.
SELECT
  name                              AS name,
  kind                              AS kind,
  refs.commit_id                    AS commit_id,
  coalesce(any_value(summary), '')  AS summary,
  any_value(ended_at)               AS ended_at
FROM refs
LEFT JOIN commits USING (commit_id)
WHERE ($session::VARCHAR IS NULL OR refs.session_id = $session::VARCHAR)
  AND ($name::VARCHAR IS NULL OR name = $name::VARCHAR)
GROUP BY name, kind, refs.commit_id
ORDER BY name
