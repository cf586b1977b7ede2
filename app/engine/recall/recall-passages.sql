-- Which prompts, texts and files does each commit of these sessions have before a time?
-- One row per commit, the newest first. Records copied from another session are excluded.
WITH pieces AS (
  SELECT
    events.commit_id,
    events.session_id,
    events.occurred_at,
    events.source_id,
    events.line,
    events.block,
    events.kind = 'prompt' AND events.class IN ('human_prompt', 'queued_prompt') AS is_asked,
    events.kind IN ('response', 'thinking')
      OR (events.kind = 'prompt' AND events.class IN ('compaction_summary', 'plan_handover', 'agent_message')) AS is_said,
    events.kind = 'tool_call' AND events.tool_name IN (SELECT unnest($tools::VARCHAR[])) AS is_touched,
    left(events.body, 2000) AS body,
    events.file_path
  FROM events
  WHERE events.session_id IN (SELECT unnest($sessions::VARCHAR[]))
    AND NOT events.is_copy
    AND events.commit_id IS NOT NULL
    AND ($as_of::BIGINT IS NULL OR events.occurred_at < make_timestamptz($as_of::BIGINT * 1000))
)
SELECT
  pieces.commit_id                                                                      AS commit_id,
  pieces.session_id                                                                     AS session_id,
  max(pieces.occurred_at)                                                               AS occurred_at,
  any_value(commits.git_branch)                                                         AS git_branch,
  any_value(commits.cwd)                                                                AS cwd,
  coalesce(left(string_agg(body, chr(10) ORDER BY source_id, line, block) FILTER (is_asked), 4000), '') AS asked,
  coalesce(left(string_agg(body, chr(10) ORDER BY source_id, line, block) FILTER (is_said), 8000), '')  AS said,
  coalesce(list(DISTINCT file_path) FILTER (is_touched AND file_path IS NOT NULL), [])                   AS files
FROM pieces
JOIN commits ON commits.commit_id = pieces.commit_id
WHERE is_asked OR is_said OR is_touched
GROUP BY pieces.commit_id, pieces.session_id
ORDER BY occurred_at DESC NULLS LAST, pieces.commit_id
LIMIT $most::BIGINT
