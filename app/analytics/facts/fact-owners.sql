-- Who put what into the contexts of the sessions of this batch, and when?
-- Makes a table for this batch. One row per event or part of an attachment, with its stretch and the replies of its chain so far.
CREATE OR REPLACE TEMP TABLE fact_owners AS
WITH said AS (
  SELECT
    fact_said.*,
    CASE fact_said.kind WHEN 'tool_result' THEN fact_said.tool_use_id WHEN 'prompt' THEN put_by END AS result_id,
    CASE WHEN fact_said.kind = 'prompt' AND fact_said.class IN ('command', 'meta') THEN left(events.body, 400) END AS words,
    CASE WHEN fact_said.kind = 'tool_call' AND json_valid(events.body) THEN
      CASE
        WHEN fact_said.tool_name IN ('Task', 'Agent') THEN coalesce(nullif(events.body ->> '$.subagent_type', ''), 'general-purpose')
        WHEN fact_said.tool_name = 'Skill' THEN coalesce(nullif(split_part(coalesce(events.body ->> '$.skill', events.body ->> '$.command'), ' ', 1), ''), '(none)')
        WHEN fact_said.tool_name = 'SlashCommand' THEN coalesce(nullif(split_part(events.body ->> '$.command', ' ', 1), ''), '(none)')
      END
    END AS started
  FROM fact_said
  LEFT JOIN (
    SELECT source_id, line, block, body
    FROM events
    WHERE rowid BETWEEN $events_first::BIGINT AND $events_last::BIGINT
      AND ((kind = 'prompt' AND class IN ('command', 'meta')) OR tool_name IN ('Task', 'Agent', 'Skill', 'SlashCommand'))
  ) AS events ON events.source_id = fact_said.source_id AND events.line = fact_said.line AND events.block = fact_said.block
  WHERE fact_said.kind <> 'attachment'
),
calls AS (
  SELECT session_number, tool_use_id, min(tool_name) AS tool_name, min(started) AS started
  FROM said
  WHERE kind = 'tool_call' AND tool_use_id IS NOT NULL
  GROUP BY session_number, tool_use_id
),
named AS (
  SELECT
    said.* REPLACE (coalesce(said.tool_name, calls.tool_name) AS tool_name, coalesce(said.started, calls.started) AS started),
    kind = 'prompt' AND calls.tool_use_id IS NOT NULL AS is_put_by_call,
    regexp_extract(words, '^Base directory for this skill: ([^\n]+)', 1) AS skill_folder,
    coalesce(nullif(regexp_extract(words, '<command-name>\s*/?([^<\s]+)\s*</command-name>', 1), ''), regexp_extract(words, '^\s*/(\S+)', 1)) AS command
  FROM said
  -- A condition on one side of an outer join would make DuckDB compare every pair of rows.
  LEFT JOIN calls ON calls.session_number = said.session_number AND calls.tool_use_id = said.result_id
),
-- What a command or a skill puts in follows its line: the last prompt of another class ends it, and the next reply does.
followed AS (
  SELECT
    *,
    CASE
      WHEN regexp_matches(skill_folder, '/plugins/(?:cache|marketplaces)/[^/]+/[^/]+/(?:[^/]+/)?skills/[^/]+/?$')
        THEN regexp_extract(skill_folder, '/plugins/(?:cache|marketplaces)/[^/]+/([^/]+)/', 1) || ':' || regexp_extract(skill_folder, '/skills/([^/]+)/?$', 1)
      WHEN skill_folder <> '' THEN regexp_extract(rtrim(replace(skill_folder, '\', '/'), '/'), '([^/]+)$', 1)
    END AS skill,
    CASE WHEN class = 'meta' THEN regexp_matches(words, '^(<local-command-caveat>|Caveat: The messages below)') ELSE false END AS is_caveat,
    last_value(CASE WHEN kind IN ('response', 'thinking', 'tool_call') THEN '' WHEN kind <> 'prompt' THEN NULL WHEN class = 'command' THEN '/' || coalesce(nullif(command, ''), '(none)') WHEN class IN ('meta', 'local_command') THEN NULL ELSE '' END IGNORE NULLS)
      OVER (PARTITION BY session_number, chain ORDER BY place ROWS UNBOUNDED PRECEDING) AS following
  FROM named
),
owned AS (
  SELECT
    session_number, chain, is_main, agent_number, model_number, quarter, chars, weighed_chars, counted_tokens, kind, class, source_id, line, block, step, stretch, is_own,
    CASE
      WHEN kind IN ('response', 'thinking') THEN ['model', coalesce((SELECT name FROM fact_names WHERE number = model_number), '(none)')]
      WHEN kind IN ('tool_call', 'tool_result') OR is_put_by_call THEN CASE
        WHEN starts_with(coalesce(tool_name, ''), 'mcp__') AND regexp_extract(tool_name, '^mcp__(.+?)__', 1) <> '' THEN ['mcp_server', regexp_extract(tool_name, '^mcp__(.+?)__', 1)]
        WHEN tool_name IN ('Task', 'Agent') THEN ['sub_agent', coalesce(started, 'general-purpose')]
        WHEN tool_name = 'Skill' THEN ['skill', coalesce(started, '(none)')]
        WHEN tool_name = 'SlashCommand' THEN ['command', coalesce(started, '(none)')]
        ELSE ['tool', coalesce(nullif(tool_name, ''), '(none)')]
      END
      WHEN class IN ('human_prompt', 'queued_prompt', 'bash_input') THEN ['person', 'prompts']
      WHEN class = 'bash_injection' THEN ['command', '(shell line)']
      WHEN class = 'compaction_summary' THEN ['client', 'compaction summary']
      WHEN class = 'task_notification' THEN ['client', 'task notification']
      WHEN class = 'system_reminder' THEN ['client', 'reminder']
      WHEN class = 'auto_continuation' THEN ['client', 'continuation']
      WHEN class = 'plan_handover' THEN ['client', 'plan']
      WHEN class = 'interrupt' THEN ['client', 'interruption']
      WHEN class = 'scheduled' THEN ['client', 'schedule']
      WHEN class = 'hook_feedback' THEN ['hook', '(none)']
      WHEN class IN ('teammate_message', 'peer_message') THEN ['sub_agent', '(teammate)']
      WHEN class IN ('sidechain_prompt', 'agent_message') THEN ['model', 'task of a sub-agent']
      WHEN class IN ('command', 'local_command') THEN ['command', coalesce(nullif(following, ''), '(none)')]
      WHEN is_caveat THEN ['client', 'caveat of commands']
      WHEN skill IS NOT NULL THEN ['skill', skill]
      WHEN class = 'meta' THEN CASE WHEN following <> '' THEN ['command', following] ELSE ['client', 'meta message'] END
      ELSE ['unknown', class]
    END AS owner
  FROM followed
),
attached AS (
  SELECT source_id, line, unnest(from_json(detail -> '$.put', '[{"kind": "VARCHAR", "name": "VARCHAR", "chars": "BIGINT", "wide": "BIGINT"}]'), recursive := true)
  FROM fact_records
  WHERE record_type = 'attachment' AND detail IS NOT NULL
),
-- Thinking whose text is not written down counts what the usage of its reply says, once for each reply; else its signature says how long it is.
hidden AS (
  SELECT
    owned.source_id, owned.line, owned.block,
    CASE row_number() OVER (PARTITION BY session_number, owned.chain, is_own, reply_key ORDER BY step, owned.source_id, owned.line, owned.block)
      WHEN 1 THEN thinking_tokens ELSE 0
    END AS tokens
  FROM owned
  JOIN fact_usage ON fact_usage.source_id = owned.source_id AND fact_usage.line = owned.line
  WHERE owned.kind = 'thinking' AND owned.chars = 0 AND iteration IS NULL AND thinking_tokens IS NOT NULL
)
SELECT
  session_number, chain, is_main, agent_number, model_number, quarter, chars, step, stretch, is_own, owner[1] AS owner_kind, owner[2] AS owner,
  CASE
    WHEN kind <> 'prompt' THEN kind
    WHEN class IN ('human_prompt', 'queued_prompt', 'command', 'bash_input', 'sidechain_prompt', 'agent_message') THEN 'prompt'
    ELSE 'injected'
  END AS content,
  CASE WHEN hidden.tokens IS NULL THEN weighed_chars ELSE 0 END AS weighed_chars,
  coalesce(hidden.tokens, counted_tokens) AS counted_tokens
FROM owned
LEFT JOIN hidden USING (source_id, line, block)
UNION ALL
SELECT
  session_number, chain, is_main, agent_number, model_number, quarter, attached.chars, step, stretch, is_own, attached.kind, attached.name,
  'injected', attached.chars - coalesce(wide, 0), coalesce(wide, 0)
FROM fact_said
JOIN attached USING (source_id, line)
WHERE fact_said.kind = 'attachment'
