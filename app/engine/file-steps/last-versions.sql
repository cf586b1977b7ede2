-- Which record of a chain gave a file its content last?
-- One row per commit and record that did.
SELECT commit_id AS commit_id, session_id AS session_id, source_id AS source_id, line AS line, occurred_at AS occurred_at, source_hash AS source_hash
FROM record_versions
WHERE path = $path::VARCHAR AND list_contains($commits::VARCHAR[], commit_id)
ORDER BY rowid
