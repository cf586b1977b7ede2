-- Which records of these sessions stand in another session too?
-- One row per uuid that several sessions hold, one of these among them.
SELECT
  uuid                                    AS uuid,
  list_sort(list(DISTINCT session_id))    AS session_ids
FROM records
WHERE uuid IN (
  SELECT uuid
  FROM records
  WHERE session_id IN (SELECT unnest($sessions::VARCHAR[])) AND uuid IS NOT NULL
)
GROUP BY uuid
HAVING min(session_id) <> max(session_id)
ORDER BY uuid
