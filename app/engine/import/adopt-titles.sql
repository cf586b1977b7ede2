-- Titles that other files give: a summary names the session of its leaf, a title record may name a session by its id.
-- A title that the session's own files give wins over one of the same kind. One row per session that changed.
UPDATE sessions
SET title = given.title, title_source = given.source
FROM (
  WITH titles AS (
    SELECT
      titles.session_id                                                           AS holder_id,
      titles.source_id                                                            AS source_id,
      titles.line                                                                 AS line,
      json_extract_string(titles.detail, '$.session')                             AS named_id,
      json_extract_string(titles.detail, '$.leaf')                                AS leaf,
      json_extract_string(titles.detail, '$.source')                              AS source,
      CASE json_extract_string(titles.detail, '$.source') WHEN 'custom' THEN 3 WHEN 'agent' THEN 2 ELSE 1 END  AS rank,
      trim(json_extract_string(titles.detail, '$.title'))                         AS title
    FROM records AS titles
    WHERE titles.class = 'title' AND trim(json_extract_string(titles.detail, '$.title')) <> ''
  ),
  -- The best kind of title that a session's own files give.
  own AS (
    SELECT session_id, max(rank) AS rank
    FROM (
      SELECT holder_id AS session_id, rank FROM titles WHERE named_id IS NULL AND rank > 1
      UNION ALL
      SELECT session_id, 3 FROM sources WHERE role = 'side' AND ends_with(file, concat('/', session_id, '/custom-title.json'))
    )
    GROUP BY session_id
  ),
  offered AS (
    SELECT
      leaf.session_id                                                                                     AS session_id,
      titles.source                                                                                         AS source,
      titles.rank                                                                                           AS rank,
      titles.title                                                                                          AS title,
      (titles.rank, coalesce(leaf.occurred_at, '-infinity'::TIMESTAMPTZ), leaf.line, titles.line, titles.source_id)  AS place
    FROM titles
    JOIN records AS leaf ON leaf.uuid = titles.leaf AND NOT leaf.is_copy
    WHERE titles.rank = 1
    UNION ALL
    SELECT
      titles.named_id,
      titles.source,
      titles.rank,
      trim(split_part(titles.title, chr(10), 1)),
      (titles.rank, coalesce(holders.last_at, '-infinity'::TIMESTAMPTZ), 0, titles.line, titles.source_id)
    FROM titles
    JOIN sessions AS holders ON holders.session_id = titles.holder_id
    WHERE titles.rank > 1 AND titles.named_id IS NOT NULL
  )
  SELECT
    session_id,
    arg_max(offered.title, place)   AS title,
    arg_max(offered.source, place)  AS source,
    max(offered.rank)               AS rank
  FROM offered
  LEFT JOIN own USING (session_id)
  WHERE offered.rank > coalesce(own.rank, 0)
  GROUP BY session_id
) AS given
WHERE sessions.session_id = given.session_id
  AND given.rank >= CASE sessions.title_source WHEN 'custom' THEN 3 WHEN 'agent' THEN 2 ELSE 1 END
  AND (sessions.title, sessions.title_source) IS DISTINCT FROM (given.title, given.source)
RETURNING sessions.session_id AS session_id
