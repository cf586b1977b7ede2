-- Which thoughts match a pattern, how many are they, and what do those of a page contain?
-- One row per thought of the page, the newest first; when the page has none, one row of nothing but the counts.
-- All is read once: the newest are kept with their texts while they are few, and the texts of later pages are looked up.
WITH found AS (
  SELECT
    count(*)                                     AS texts,
    count(DISTINCT session_id)                   AS sessions,
    max_by(
      struct_pack(
        place := rowid,
        source_id := source_id,
        line := line,
        block := block,
        session_id := session_id,
        chain := chain,
        commit_id := commit_id,
        occurred_at := occurred_at,
        chars := chars,
        body := CASE WHEN $offset::BIGINT + $limit::BIGINT <= 2000 THEN body END
      ),
      struct_pack(at := coalesce(epoch_us(occurred_at), -9_000_000_000_000_000_000), source_id := source_id, line := line, block := block),
      $offset::BIGINT + $limit::BIGINT
    ) AS newest
  FROM events
  WHERE NOT is_copy
    AND kind = 'thinking'
    AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
    AND ($project::VARCHAR IS NULL OR session_id IN (SELECT session_id FROM sessions WHERE nfc_normalize(project) = nfc_normalize($project::VARCHAR)))
    AND ($since::BIGINT IS NULL OR occurred_at >= make_timestamptz($since::BIGINT * 1000))
    AND ($until::BIGINT IS NULL OR occurred_at < make_timestamptz($until::BIGINT * 1000))
    AND regexp_matches(body, $pattern::VARCHAR)
    AND ($also::VARCHAR IS NULL OR regexp_matches(body, $also::VARCHAR))
    AND ($file::VARCHAR IS NULL OR commit_id IN (
      -- The whole path, or its end.
      SELECT commit_id
      FROM events
      WHERE ends_with('/' || replace(nfc_normalize(file_path), '\', '/'), '/' || ltrim(replace(nfc_normalize($file::VARCHAR), '\', '/'), '/'))
    ))
),
page AS (
  SELECT unnest(newest[$offset::BIGINT + 1:], recursive := true) FROM found
),
looked_up AS (
  SELECT rowid AS place, body AS later_body
  FROM events
  WHERE $offset::BIGINT + $limit::BIGINT > 2000
    AND rowid IN (SELECT place FROM page)
),
hits AS (
  SELECT page.*, later_body, title, project
  FROM page
  LEFT JOIN looked_up USING (place)
  LEFT JOIN sessions ON sessions.session_id = page.session_id
)
SELECT
  found.texts                              AS texts,
  found.sessions                           AS sessions,
  hits.source_id                           AS source_id,
  hits.line                                AS line,
  hits.block::BIGINT                       AS block,
  hits.session_id                          AS session_id,
  coalesce(hits.title, hits.session_id)    AS title,
  coalesce(hits.project, '')               AS project,
  hits.chain                               AS chain,
  hits.commit_id                           AS commit_id,
  hits.occurred_at                         AS occurred_at,
  hits.chars                               AS chars,
  coalesce(hits.body, hits.later_body, '') AS body
FROM found
LEFT JOIN hits ON true
ORDER BY hits.occurred_at DESC NULLS LAST, hits.source_id DESC, hits.line DESC, hits.block DESC
