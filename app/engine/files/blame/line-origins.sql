-- Which agent wrote these records, in which session, and after which prompt?
-- One row per record that is asked for.
WITH asked AS (
  SELECT unnest($sources::VARCHAR[]) AS source_id, unnest($lines::VARCHAR[])::BIGINT AS line
),
found AS (
  SELECT asked.source_id, asked.line, records.chain, records.commit_id, records.session_id
  FROM asked
  JOIN records ON records.source_id = asked.source_id AND records.line = asked.line
  UNION ALL
  -- A captured agent has events alone, each with its commit for a source.
  SELECT asked.source_id, asked.line, commits.chain, commits.commit_id, commits.session_id
  FROM asked
  JOIN commits ON commits.commit_id = asked.source_id
),
prompts AS (
  SELECT found.source_id, found.line, arg_max(left(events.body, 400), events.line) AS prompt
  FROM found
  JOIN events ON events.source_id = found.source_id AND events.chain = found.chain AND events.line <= found.line
  WHERE events.source_id IS DISTINCT FROM events.commit_id AND events.kind = 'prompt' AND events.class IN ('human_prompt', 'queued_prompt', 'command', 'agent_message', 'sidechain_prompt')
  GROUP BY found.source_id, found.line
  UNION ALL
  SELECT found.source_id, found.line, arg_max(left(events.body, 400), (made.position, events.line)) AS prompt
  FROM found
  JOIN commits AS own ON own.commit_id = found.source_id
  JOIN events ON events.session_id = found.session_id AND events.chain = found.chain AND events.kind = 'prompt'
  JOIN commits AS made ON made.commit_id = events.source_id
  WHERE (made.position, events.line) <= (own.position, found.line)
    AND events.class IN ('human_prompt', 'sidechain_prompt')
  GROUP BY found.source_id, found.line
)
SELECT
  found.source_id                            AS source_id,
  found.line                                 AS line,
  nullif(found.chain, 'main')                AS agent_id,
  commits.agent_type                         AS agent_type,
  coalesce(sessions.title, found.session_id) AS title,
  prompts.prompt                             AS prompt
FROM found
LEFT JOIN commits ON commits.commit_id = found.commit_id
LEFT JOIN sessions ON sessions.session_id = found.session_id
LEFT JOIN prompts ON prompts.source_id = found.source_id AND prompts.line = found.line
