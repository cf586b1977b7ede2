-- Which sessions have no facts about objects, or facts with other ids, and how much has to be read for each?
-- One row per session, as they lie in the tables. The mark is that of mark-sessions.sql.
SELECT
  commits.session_id        AS session_id,
  sum(commits.bytes)::BIGINT AS bytes
FROM commits
LEFT JOIN (
  SELECT 'live/' || session_id AS session_id, records FROM sessions
) AS told ON told.session_id = commits.session_id
LEFT JOIN object_sessions
  ON object_sessions.session_id = commits.session_id
 AND object_sessions.systems_mark = $mark::VARCHAR || coalesce('.' || told.records, '')
WHERE object_sessions.session_id IS NULL
  AND commits.session_id IN (SELECT session_id FROM sessions)
GROUP BY commits.session_id
ORDER BY min(commits.rowid)
