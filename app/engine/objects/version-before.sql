-- Which version of a file was the newest at a time, in any session?
-- One row, or none.
SELECT
  commit_id    AS commit_id,
  source_id    AS source_id,
  line         AS line,
  path         AS path
FROM object_versions
WHERE (path = $path::VARCHAR OR object_id IN (SELECT object_id FROM object_steps WHERE path = $path::VARCHAR))
  AND occurred_at <= to_timestamp($at::DOUBLE / 1000)
ORDER BY occurred_at DESC, session_id, source_id, line DESC, ordinal DESC
LIMIT 1
