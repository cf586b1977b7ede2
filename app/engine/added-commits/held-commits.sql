-- Which of these commits does a fork, a tag, a pin, or a commit that was made hold?
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
WHERE commit_id IN (SELECT unnest($ids::VARCHAR[]))
ORDER BY commit_id
