-- Of which sessions are the changes between requests not computed, or from other commits, and how much has to be read for each?
-- One row per session, as they lie in the tables. Only sessions with records of how requests were made are read.
SELECT
  commits.session_id  AS session_id,
  coalesce(sum(commits.bytes) FILTER (described.session_id IS NOT NULL), 0)::BIGINT AS bytes,
  $rules::VARCHAR || '.' || count(*) || '.' || bit_xor(hash(commits.commit_id)) AS mark
FROM commits
LEFT JOIN (
  SELECT DISTINCT session_id
  FROM records
  WHERE record_type = 'api-request'
    OR (record_type = 'attachment' AND subtype IN ('prompt_snapshot', 'deferred_tools_delta', 'agent_listing_delta'))
) AS described ON described.session_id = commits.session_id
WHERE commits.session_id IN (SELECT session_id FROM sessions)
GROUP BY commits.session_id
HAVING mark NOT IN (SELECT mark FROM prefix_sessions WHERE prefix_sessions.session_id = commits.session_id)
ORDER BY min(commits.rowid)
