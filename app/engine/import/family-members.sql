-- When do sessions begin, and what do they say they were forked from?
-- One row per session asked for.
SELECT
  session_id                                                                                AS session_id,
  min(occurred_at)                                                                          AS first_at,
  coalesce(list_sort(list(DISTINCT json_extract_string(detail, '$.forked_from')) FILTER (json_extract_string(detail, '$.forked_from') IS NOT NULL)), [])  AS forked_from
FROM records
WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))
GROUP BY session_id
ORDER BY session_id
