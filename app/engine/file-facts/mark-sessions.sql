-- Remembers that the facts about objects of these sessions are computed, and which changes by others they regard.
-- One new row per session. What the transcript of a captured session says changes with its records.
INSERT INTO object_sessions BY NAME
SELECT session_id, $mark::VARCHAR || coalesce('.' || told.records, '') AS systems_mark, coalesce(others.mark, '') AS others_mark
FROM (SELECT unnest($sessions::VARCHAR[]) AS session_id)
LEFT JOIN (
  SELECT 'live/' || session_id AS session_id, records FROM sessions
) AS told USING (session_id)
LEFT JOIN (
  SELECT session_id, count(*) || '.' || bit_xor(hash(source_id, line)) AS mark
  FROM (
    FROM changes_by_others
  )
  GROUP BY session_id
) AS others USING (session_id)
