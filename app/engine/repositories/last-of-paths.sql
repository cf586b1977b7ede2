-- Of which of these files does a record say something last?
-- One row, or none.
SELECT path AS path
FROM object_steps
WHERE path IN (SELECT unnest($paths::VARCHAR[]))
ORDER BY occurred_at DESC NULLS LAST, path
LIMIT 1
