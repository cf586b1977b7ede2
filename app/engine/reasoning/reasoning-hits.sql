-- Which texts have this type of reasoning, how many are they, and what do those of a page contain?
-- One row per text of the page, the newest first; when the page has none, one row of nothing but the counts.
WITH matching AS (
  SELECT
    thinking.event_id,
    thinking.type,
    thinking.type_by_rule,
    thinking.files,
    thinking.shown_by_source_id,
    thinking.shown_by_line,
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
  WHERE CASE
    WHEN $type::VARCHAR IS NOT NULL THEN thinking.type = $type::VARCHAR
    ELSE $event::VARCHAR IS NOT NULL OR thinking.type IN ('decision', 'rejection', 'tradeoff')
  END
    AND ($status::VARCHAR IS NULL OR thinking.status = $status::VARCHAR)
    AND ($event::VARCHAR IS NULL OR thinking.event_id = $event::VARCHAR)
    AND ($about::VARCHAR IS NULL OR list_contains(thinking.files, $about::VARCHAR))
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
  ORDER BY occurred_at DESC NULLS LAST, source_id DESC, line DESC, block DESC, type
  LIMIT $limit::BIGINT OFFSET $offset::BIGINT
),
counted AS (
  SELECT count(*) AS texts, count(DISTINCT session_id) AS sessions FROM matching
)
SELECT
  counted.texts                            AS texts,
  counted.sessions                         AS sessions,
  page.event_id                            AS event_id,
  page.type                                AS type,
  page.type_by_rule                        AS type_by_rule,
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
  page.files                               AS files,
  shown.source_id                          AS shown_source_id,
  shown.line                               AS shown_line,
  shown.file_line                          AS shown_file_line,
  shown.session_id                         AS shown_session_id,
  shown.commit_id                          AS shown_commit_id,
  events.chars                             AS chars,
  page.summary                             AS summary,
  coalesce(events.body, '')                AS body
FROM counted
LEFT JOIN page ON true
LEFT JOIN events
  ON events.source_id = page.source_id AND events.line = page.line AND events.block = page.block
LEFT JOIN records AS shown
  ON shown.source_id = page.shown_by_source_id AND shown.line = page.shown_by_line
LEFT JOIN sessions ON sessions.session_id = page.session_id
ORDER BY page.occurred_at DESC NULLS LAST, page.source_id DESC, page.line DESC, page.block DESC, page.type
