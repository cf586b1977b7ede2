-- When do sessions begin, how were their shared records written, and what do they say they were forked from?
-- One row per session asked for.
WITH shared_ends AS (
  SELECT
    source_id  AS source_id,
    max(line)  AS last_line
  FROM records
  WHERE uuid IN (SELECT unnest($shared::VARCHAR[]))
  GROUP BY source_id
)
SELECT
  records.session_id                                                                        AS session_id,
  min(records.occurred_at)                                                                  AS first_at,
  count(*) FILTER (records.uuid IS NULL AND records.line < shared_ends.last_line)           AS woven,
  coalesce(list_sort(list(DISTINCT json_extract_string(detail, '$.forked_from')) FILTER (json_extract_string(detail, '$.forked_from') IS NOT NULL)), [])  AS forked_from
FROM records
LEFT JOIN shared_ends USING (source_id)
WHERE records.session_id IN (SELECT unnest($sessions::VARCHAR[]))
GROUP BY records.session_id
ORDER BY records.session_id
