-- Which records of these sessions are also in another session, or does the compaction of another session continue from?
-- One row per uuid that several sessions hold or name, one of these among them; at least one holds it.
WITH named AS (
  SELECT parent_uuid AS uuid, session_id
  FROM records
  WHERE record_type = 'system' AND subtype = 'compact_boundary' AND parent_uuid IS NOT NULL
),
looked_for AS (
  SELECT uuid
  FROM records
  WHERE session_id IN (SELECT unnest($sessions::VARCHAR[])) AND uuid IS NOT NULL
  UNION ALL
  SELECT uuid
  FROM named
  WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))
),
held AS (
  SELECT uuid, session_id, true AS is_held
  FROM records
  WHERE uuid IN (FROM looked_for)
  UNION ALL
  SELECT uuid, session_id, false
  FROM named
  WHERE uuid IN (FROM looked_for)
),
shared AS (
  SELECT uuid
  FROM held
  GROUP BY uuid
  HAVING min(session_id) <> max(session_id) AND bool_or(is_held)
)
SELECT
  uuid                                    AS uuid,
  list_sort(list(DISTINCT session_id))    AS session_ids
FROM held
WHERE uuid IN (FROM shared)
GROUP BY uuid
ORDER BY uuid
