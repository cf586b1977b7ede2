-- Which commits hold every word of a search in their id or summary, and are of a kind, an author, a time, a file and a tool?
-- One row per commit. Of a file and a tool: one call has both. A path is given whole, or by names in it that follow each other.
WITH words AS (
  SELECT DISTINCT lower(word) AS word
  FROM (SELECT unnest($words::VARCHAR[]) AS word)
),
missing AS (
  SELECT DISTINCT commit_id
  FROM commits, words
  WHERE NOT contains(lower(concat_ws(' ', commit_id, summary)), word)
),
timed AS (
  SELECT commit_id, coalesce(ended_at, try_cast(created_at AS TIMESTAMPTZ)) AS made_at
  FROM commits
),
touching AS (
  SELECT DISTINCT commit_id
  FROM events
  WHERE ($tool::VARCHAR IS NULL OR tool_name = $tool::VARCHAR)
    AND (
      $file::VARCHAR IS NULL
      OR contains('/' || replace(file_path, '\', '/') || '/', '/' || $file::VARCHAR || '/')
    )
)
SELECT
  commit_id AS commit_id
FROM commits
JOIN timed USING (commit_id)
ANTI JOIN missing USING (commit_id)
WHERE ($type::VARCHAR IS NULL OR commit_type = $type::VARCHAR)
  AND ($author::VARCHAR IS NULL OR template = $author::VARCHAR OR principal = $author::VARCHAR)
  AND ($since_ms::BIGINT IS NULL OR made_at >= make_timestamptz($since_ms::BIGINT * 1000))
  AND ($until_ms::BIGINT IS NULL OR made_at < make_timestamptz($until_ms::BIGINT * 1000))
  AND (($tool::VARCHAR IS NULL AND $file::VARCHAR IS NULL) OR commit_id IN (SELECT commit_id FROM touching))
