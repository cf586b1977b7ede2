-- Of which sessions are the thinking events not computed, or from other commits, and how much text has to be read for each?
-- One row per session, as they lie in the tables.
SELECT
  commits.session_id                                                        AS session_id,
  coalesce(sum(commits.bytes), 0)::BIGINT                                   AS bytes,
  $rules::VARCHAR || '.' || count(*) || '.' || bit_xor(hash(commits.commit_id)) AS mark
FROM commits
WHERE commits.session_id IN (SELECT session_id FROM sessions)
GROUP BY commits.session_id
HAVING mark NOT IN (SELECT mark FROM thinking_sessions WHERE thinking_sessions.session_id = commits.session_id)
ORDER BY min(commits.rowid)
