-- Which sessions have texts of reasoning, or which files are these about, and how many of each type?
-- One row per session or file of the page, that of the newest text first.
WITH matching AS (
  SELECT
    thinking.session_id,
    thinking.type,
    thinking.occurred_at,
    unnest(CASE WHEN $by::VARCHAR = 'file' THEN list_distinct(thinking.files) ELSE [thinking.session_id] END) AS key
  FROM thinking_events AS thinking
  WHERE CASE WHEN $type::VARCHAR IS NULL THEN thinking.type IN ('decision', 'rejection', 'tradeoff') ELSE thinking.type = $type::VARCHAR END
    AND ($status::VARCHAR IS NULL OR thinking.status = $status::VARCHAR)
),
grouped AS (
  SELECT
    key,
    count(*) FILTER (type = 'decision')  AS decisions,
    count(*) FILTER (type = 'rejection') AS rejections,
    count(*) FILTER (type = 'tradeoff')  AS tradeoffs,
    count(*)                             AS texts,
    max(occurred_at)                     AS last_at
  FROM matching
  GROUP BY key
),
named AS (
  SELECT
    grouped.*,
    CASE WHEN $by::VARCHAR = 'file' THEN grouped.key ELSE coalesce(sessions.title, grouped.key) END AS name,
    CASE WHEN $by::VARCHAR = 'file' THEN '' ELSE coalesce(sessions.project, '') END                 AS project
  FROM grouped
  LEFT JOIN sessions ON $by::VARCHAR = 'session' AND sessions.session_id = grouped.key
)
SELECT
  key             AS key,
  name            AS name,
  project         AS project,
  decisions       AS decisions,
  rejections      AS rejections,
  tradeoffs       AS tradeoffs,
  texts           AS texts,
  last_at         AS last_at,
  count(*) OVER () AS total
FROM named
WHERE $words::VARCHAR IS NULL OR contains(lower(name), lower($words::VARCHAR))
ORDER BY last_at DESC NULLS LAST, key
LIMIT $limit::BIGINT OFFSET $offset::BIGINT
