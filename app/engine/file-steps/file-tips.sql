-- In which commit does a record say something of this file last?
-- One row, or none.
SELECT object_steps.commit_id AS commit_id
FROM object_steps
JOIN commits ON commits.commit_id = object_steps.commit_id
WHERE (object_steps.path = $path::VARCHAR OR object_steps.to_path = $path::VARCHAR OR object_steps.object_id IN (SELECT object_id FROM object_steps WHERE path = $path::VARCHAR)) AND commits.chain <> 'replaced'
ORDER BY object_steps.occurred_at DESC NULLS LAST, object_steps.session_id, commits.position DESC
LIMIT 1
