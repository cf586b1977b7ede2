-- Which texts hold what is searched for, how many are there in all, and what do those of a page say?
-- One row per text of the page, the newest first; when the page has none, one row of nothing but the counts.
WITH hits AS MATERIALIZED (
  SELECT
    rowid        AS place,
    source_id    AS source_id,
    line         AS line,
    block::BIGINT AS block,
    kind         AS kind,
    session_id   AS session_id,
    occurred_at  AS occurred_at
  FROM events
  WHERE NOT is_copy
    AND list_contains($kinds::VARCHAR[], kind)
    AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
    AND ($project::VARCHAR IS NULL OR session_id IN (SELECT session_id FROM sessions WHERE project = $project::VARCHAR))
    AND ($since::BIGINT IS NULL OR occurred_at >= make_timestamptz($since::BIGINT * 1000))
    AND ($until::BIGINT IS NULL OR occurred_at < make_timestamptz($until::BIGINT * 1000))
    AND regexp_matches(body, $pattern::VARCHAR)
    AND ($also::VARCHAR IS NULL OR regexp_matches(body, $also::VARCHAR))
    AND ($file::VARCHAR IS NULL OR commit_id IN (SELECT commit_id FROM events WHERE file_path = $file::VARCHAR))
),
counts AS (
  SELECT
    count(*)                                     AS texts,
    count(DISTINCT session_id)                   AS sessions,
    count(*) FILTER (WHERE kind = 'prompt')      AS prompts,
    count(*) FILTER (WHERE kind = 'response')    AS responses,
    count(*) FILTER (WHERE kind = 'thinking')    AS thinking,
    count(*) FILTER (WHERE kind = 'tool_call')   AS tool_calls
  FROM hits
),
page AS (
  FROM hits
  ORDER BY occurred_at DESC NULLS LAST, source_id, line DESC, block DESC
  LIMIT $limit::BIGINT
  OFFSET $offset::BIGINT
)
SELECT
  counts.texts         AS texts,
  counts.sessions      AS sessions,
  counts.prompts       AS prompts,
  counts.responses     AS responses,
  counts.thinking      AS thinking,
  counts.tool_calls    AS tool_calls,
  page.source_id       AS source_id,
  page.line            AS line,
  page.block           AS block,
  page.kind            AS kind,
  events.class         AS class,
  page.session_id      AS session_id,
  coalesce(sessions.title, page.session_id) AS title,
  coalesce(sessions.project, '') AS project,
  events.chain         AS chain,
  events.commit_id     AS commit_id,
  page.occurred_at     AS occurred_at,
  events.tool_name     AS tool_name,
  events.chars         AS chars,
  coalesce(events.body, '') AS body
FROM counts
LEFT JOIN page ON true
LEFT JOIN events ON events.rowid = page.place
LEFT JOIN sessions ON sessions.session_id = page.session_id
ORDER BY page.occurred_at DESC NULLS LAST, page.source_id, page.line DESC, page.block DESC
