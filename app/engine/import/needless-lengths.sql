-- Which sessions have a commit with an id that was lengthened, although the shorter one is no commit's any more?
-- One row per session.
SELECT DISTINCT session_id
FROM (
  SELECT session_id, left(commit_id, unnest(range($shortest::INTEGER, length(commit_id), 2))::INTEGER) AS shorter
  FROM commits
  WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))
    AND length(commit_id) > $shortest::INTEGER
) AS lengthened
ANTI JOIN commits ON commits.commit_id = lengthened.shorter
