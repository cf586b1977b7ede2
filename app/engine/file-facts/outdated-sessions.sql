-- In which sessions did others change files since the facts were computed, and how much has to be read for each?
-- One row per session. The mark is that of mark-sessions.sql.
SELECT
  object_sessions.session_id  AS session_id,
  coalesce(sizes.bytes, 0)    AS bytes
FROM object_sessions
LEFT JOIN (
  SELECT session_id, count(*) || '.' || bit_xor(hash(source_id, line)) AS mark
  FROM (
    FROM changes_by_others
  )
  GROUP BY session_id
) AS others ON others.session_id = object_sessions.session_id
LEFT JOIN (
  SELECT session_id, sum(bytes)::BIGINT AS bytes FROM commits GROUP BY session_id
) AS sizes ON sizes.session_id = object_sessions.session_id
WHERE object_sessions.others_mark <> coalesce(others.mark, '')
ORDER BY session_id
