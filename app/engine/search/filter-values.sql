-- Which values do filters with names have?
-- One row per value.
SELECT DISTINCT 'tool' AS name, tool_name AS value FROM events WHERE tool_name IS NOT NULL
UNION ALL
SELECT DISTINCT 'project', project FROM sessions
UNION ALL
SELECT DISTINCT 'branch', git_branch FROM commits WHERE git_branch IS NOT NULL
UNION ALL
SELECT DISTINCT 'model', unnest(models) FROM commits
