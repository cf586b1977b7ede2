-- In how many sessions was each tool called?
-- One row per tool, that of most sessions first.
SELECT tool_name AS tool, count(DISTINCT session_id) AS sessions
FROM events
WHERE kind = 'tool_call' AND NOT is_copy AND tool_name <> ''
GROUP BY tool_name
ORDER BY sessions DESC, tool
