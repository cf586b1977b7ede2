-- Which sessions have compactions whose items are not computed, or from other commits, and how much has to be read for each?
-- One row per session, as they lie in the tables.
SELECT
  commits.session_id          AS session_id,
  sum(commits.bytes)::BIGINT  AS bytes,
  $rules::VARCHAR || '.' || count(*) || '.' || bit_xor(hash(commits.commit_id)) AS mark
FROM commits
WHERE commits.session_id IN (SELECT session_id FROM commits WHERE commit_type = 'compaction' AND chain <> 'replaced')
  AND commits.session_id IN (SELECT session_id FROM sessions)
GROUP BY commits.session_id
HAVING mark NOT IN (SELECT mark FROM compaction_sessions WHERE compaction_sessions.session_id = commits.session_id)
ORDER BY min(commits.rowid)
