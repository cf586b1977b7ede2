-- Which commits does a fork, a tag, a pin, or a commit that was made hold, that the tables do not show?
-- One row per commit.
WITH holders AS (
  SELECT commit_id FROM refs WHERE session_id IS NULL
  UNION ALL
  SELECT commit_id FROM pins
  UNION ALL
  SELECT parent_id FROM commits WHERE starts_with(session_id, 'live/') OR chain = 'replaced'
)
SELECT DISTINCT commit_id AS commit_id
FROM holders
WHERE commit_id IS NOT NULL AND commit_id NOT IN (SELECT commit_id FROM commits)
ORDER BY commit_id
