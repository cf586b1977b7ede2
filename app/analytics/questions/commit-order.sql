-- How do the commits hang together, when was each made, and which of them hold every word of a search?
-- One row per commit; made_at falls back to the commit record's own time.
WITH words AS (
  SELECT DISTINCT lower(word) AS word
  FROM (SELECT unnest($words::VARCHAR[]) AS word)
),
missing AS (
  SELECT DISTINCT commit_id
  FROM commits, words
  WHERE NOT contains(lower(concat_ws(' ', commit_id, summary)), word)
)
SELECT
  commit_id                                   AS commit_id,
  parent_id                                   AS parent_id,
  session_id                                  AS session_id,
  position                                    AS position,
  coalesce(ended_at, created_at::TIMESTAMPTZ) AS made_at,
  commit_id NOT IN (FROM missing)             AS matches
FROM commits
