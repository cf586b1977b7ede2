-- Which texts have this type of reasoning, how many are they, and what do those of a page contain?
-- One row per text of the page, the newest first; when the page has none, one row of nothing but the counts.
WITH matching AS (
  SELECT
    thinking.source_id,
    thinking.line,
    thinking.block,
    thinking.session_id,
    thinking.chain,
    thinking.commit_id,
    thinking.occurred_at,
    thinking.summary,
    thinking.origin,
    thinking.status
  FROM thinking_events AS thinking
  WHERE thinking.type = $type::VARCHAR
    AND ($session::VARCHAR IS NULL OR thinking.session_id = $session::VARCHAR)
    AND ($project::VARCHAR IS NULL OR thinking.session_id IN (SELECT session_id FROM sessions WHERE nfc_normalize(project) = nfc_normalize($project::VARCHAR)))
    AND ($since::BIGINT IS NULL OR thinking.occurred_at >= make_timestamptz($since::BIGINT * 1000))
    AND ($until::BIGINT IS NULL OR thinking.occurred_at < make_timestamptz($until::BIGINT * 1000))
    -- The words of a refused call are in the summary alone.
    AND ($also::VARCHAR IS NULL OR regexp_matches(thinking.summary, $also::VARCHAR) OR (thinking.source_id, thinking.line, thinking.block) IN (
      SELECT (source_id, line, block)
      FROM events
      WHERE kind IN ('thinking', 'response', 'prompt', 'tool_result')
        AND regexp_matches(body, $also::VARCHAR)
    ))
    AND ($file::VARCHAR IS NULL OR thinking.commit_id IN (
      -- The whole path, or its end.
      SELECT commit_id
      FROM events
      WHERE ends_with('/' || replace(nfc_normalize(file_path), '\', '/'), '/' || ltrim(replace(nfc_normalize($file::VARCHAR), '\', '/'), '/'))
    ))
),
page AS (
  SELECT *
  FROM matching
  ORDER BY occurred_at DESC NULLS LAST, source_id DESC, line DESC, block DESC
  LIMIT $limit::BIGINT OFFSET $offset::BIGINT
),
counted AS (
  SELECT count(*) AS texts, count(DISTINCT session_id) AS sessions FROM matching
)
SELECT
  counted.texts                            AS texts,
  counted.sessions                         AS sessions,
  page.source_id                           AS source_id,
  page.line                                AS line,
  page.block::BIGINT                       AS block,
  page.session_id                          AS session_id,
  coalesce(sessions.title, page.session_id) AS title,
  coalesce(sessions.project, '')           AS project,
  page.chain                               AS chain,
  page.commit_id                           AS commit_id,
  page.occurred_at                         AS occurred_at,
  page.origin                              AS origin,
  page.status                              AS status,
  events.chars                             AS chars,
  page.summary                             AS summary,
  coalesce(events.body, '')                AS body
FROM counted
LEFT JOIN page ON true
LEFT JOIN events
  ON events.source_id = page.source_id AND events.line = page.line AND events.block = page.block
LEFT JOIN sessions ON sessions.session_id = page.session_id
ORDER BY page.occurred_at DESC NULLS LAST, page.source_id DESC, page.line DESC, page.block DESC
