-- Titles that other files give: a summary names the session of its leaf.
-- Changes sessions whose title is only their first prompt or their id. One row per session that changed.
UPDATE sessions
SET title = given.title, title_source = 'summary'
FROM (
  SELECT
    leaf.session_id                                                                       AS session_id,
    arg_max(json_extract_string(titles.detail, '$.title'), (coalesce(leaf.occurred_at, '-infinity'::TIMESTAMPTZ), leaf.line, titles.line))  AS title
  FROM records AS titles
  JOIN records AS leaf ON leaf.uuid = json_extract_string(titles.detail, '$.leaf') AND NOT leaf.is_copy
  WHERE titles.class = 'title'
    AND json_extract_string(titles.detail, '$.source') = 'summary'
    AND trim(json_extract_string(titles.detail, '$.title')) <> ''
  GROUP BY leaf.session_id
) AS given
WHERE sessions.session_id = given.session_id
  AND sessions.title_source IN ('prompt', 'id', 'summary')
  AND sessions.title IS DISTINCT FROM given.title
RETURNING sessions.session_id AS session_id
