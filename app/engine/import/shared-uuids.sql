-- Which records are in more than one session, or does the compaction of another session continue from?
-- One row per uuid that several sessions hold or name; at least one holds it.
-- Sessions are numbered, and listed only for what is shared: comparing their ids for each uuid takes five times as long, and twice the memory.
WITH numbered AS (
  SELECT session_id, row_number() OVER () AS number
  FROM (SELECT DISTINCT session_id FROM records)
),
held AS (
  SELECT uuid, number, true AS is_held
  FROM records
  JOIN numbered USING (session_id)
  WHERE uuid IS NOT NULL
  UNION ALL
  SELECT parent_uuid, number, false
  FROM records
  JOIN numbered USING (session_id)
  WHERE record_type = 'system' AND subtype = 'compact_boundary' AND parent_uuid IS NOT NULL
),
shared AS (
  SELECT uuid
  FROM held
  GROUP BY uuid
  HAVING min(number) <> max(number) AND bool_or(is_held)
)
SELECT
  uuid                                    AS uuid,
  list_sort(list(DISTINCT session_id))    AS session_ids
FROM held
JOIN numbered USING (number)
WHERE uuid IN (FROM shared)
GROUP BY uuid
ORDER BY uuid
