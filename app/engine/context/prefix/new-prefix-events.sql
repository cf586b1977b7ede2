-- Which events of these sessions may change what a request begins with: skills, modes, rules files, and commands for model, effort and servers?
-- One new row per event.
INSERT INTO prefix_changes BY NAME
SELECT session_id, chain, source_id, line, occurred_at, part, change
FROM (
  SELECT
    *,
    CASE
      WHEN kind = 'tool_call' AND tool_name = 'Skill' THEN 'skill'
      WHEN kind = 'tool_call' AND tool_name IN ('EnterPlanMode', 'ExitPlanMode') THEN 'mode'
      WHEN kind = 'tool_call' THEN 'rules'
      WHEN regexp_matches(body, '^/(?:effort|fast)\b') THEN 'effort'
      WHEN regexp_matches(body, '^/[\w-]+:[\w-]+') THEN 'skill'
      WHEN regexp_matches(body, '^/(?:mcp|plugin|reload-plugins)\b') THEN 'servers'
      WHEN regexp_matches(body, '^/(?:plan|output-style|agents)\b') THEN 'mode'
    END AS part,
    CASE
      WHEN kind = 'tool_call' AND tool_name = 'Skill' THEN coalesce(json_extract_string(body, '$.skill'), json_extract_string(body, '$.command'), 'a skill')
      WHEN kind = 'tool_call' AND tool_name IN ('EnterPlanMode', 'ExitPlanMode') THEN tool_name
      WHEN kind = 'tool_call' THEN file_path || ' edited'
      ELSE left(regexp_extract(body, '^[^\n]*'), 80)
    END AS change
  FROM events
  WHERE session_id IN (SELECT unnest($sessions::VARCHAR[])) AND NOT is_copy
    AND (
      (kind = 'tool_call' AND tool_name IN ('Skill', 'EnterPlanMode', 'ExitPlanMode'))
      OR (
        kind = 'tool_call' AND tool_name IN (SELECT unnest($changers::VARCHAR[]))
        AND regexp_matches(replace(file_path, '\', '/'), '(?:^|/)(?:CLAUDE(?:\.local)?|AGENTS|GEMINI)\.md$|/\.claude/(?:rules|skills|agents)/|/memory/MEMORY\.md$')
      )
      OR (kind = 'prompt' AND class = 'command' AND starts_with(body, '/'))
    )
)
WHERE part IS NOT NULL
