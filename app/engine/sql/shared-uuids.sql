-- Which records stand in more than one session, or are what the compaction of another session says it goes on from?
-- One row per uuid that several sessions hold or name; at least one holds it.
WITH held AS (
  SELECT uuid, session_id, true AS is_held
  FROM records
  WHERE uuid IS NOT NULL
  UNION ALL
  SELECT parent_uuid, session_id, false
  FROM records
  WHERE record_type = 'system' AND subtype = 'compact_boundary' AND parent_uuid IS NOT NULL
)
SELECT
  uuid                                    AS uuid,
  list_sort(list(DISTINCT session_id))    AS session_ids
FROM held
GROUP BY uuid
HAVING min(session_id) <> max(session_id) AND bool_or(is_held)
ORDER BY uuid
