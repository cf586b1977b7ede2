-- Which commits hold every word of a search in their id or summary?
-- One row per commit.
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
  commit_id AS commit_id
FROM commits
ANTI JOIN missing USING (commit_id)
