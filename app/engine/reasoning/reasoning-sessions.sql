-- Of which sessions are the thinking events not computed, or from other commits or corrections, and how much text has to be read for each?
-- One row per session, as they lie in the tables.
WITH corrected AS (
  SELECT session_id, bit_xor(hash(event_id, type, corrected_at)) AS mark
  FROM (
    SELECT session_id, event_id, type, corrected_at FROM thinking_corrections
    UNION
    -- The record may be that of another session now.
    SELECT said.session_id, given.event_id, given.type, given.corrected_at
    FROM thinking_corrections AS given
    JOIN said_events AS said ON said.event_id = given.event_id
  )
  GROUP BY session_id
)
SELECT
  commits.session_id                                                        AS session_id,
  coalesce(sum(commits.bytes), 0)::BIGINT                                   AS bytes,
  concat_ws('.', $rules::VARCHAR, count(*), bit_xor(hash(commits.commit_id)), any_value(corrected.mark)) AS mark
FROM commits
LEFT JOIN corrected ON corrected.session_id = commits.session_id
WHERE commits.session_id IN (SELECT session_id FROM sessions)
GROUP BY commits.session_id
HAVING mark NOT IN (SELECT mark FROM thinking_sessions WHERE thinking_sessions.session_id = commits.session_id)
ORDER BY min(commits.rowid)
