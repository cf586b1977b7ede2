-- Which records stand in more than one session?
-- One row per uuid that several sessions hold.
SELECT
  uuid                                    AS uuid,
  list_sort(list(DISTINCT session_id))    AS session_ids
FROM records
WHERE uuid IS NOT NULL
GROUP BY uuid
HAVING min(session_id) <> max(session_id)
ORDER BY uuid
