-- Which files that define agents were calls given?
-- One row per path.
SELECT DISTINCT file_path AS path
FROM events
WHERE kind = 'tool_call'
  AND NOT is_copy
  AND file_path LIKE '%.md'
  AND (contains(file_path, '/.claude/agents/') OR contains(file_path, '\.claude\agents\'))
ORDER BY path
