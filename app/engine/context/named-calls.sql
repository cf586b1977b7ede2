-- Which calls, or results of calls, have ids that begin so?
-- One row per call, the one with exactly this id first.
SELECT DISTINCT tool_use_id AS id
FROM events
WHERE kind IN ('tool_call', 'tool_result') AND NOT is_copy AND starts_with(tool_use_id, $id::VARCHAR)
ORDER BY tool_use_id <> $id::VARCHAR, tool_use_id
LIMIT 20
