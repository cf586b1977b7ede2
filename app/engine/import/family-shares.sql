-- Which sessions of a family hold the same records, since when, and what stands among these in each session alone?
-- One row per session and set of sessions, itself included, that hold records together; and one per session for its own records after all those.
WITH mentions AS (
  SELECT session_id, source_id, line, uuid, occurred_at
  FROM records
  WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))
),
shared AS (
  SELECT uuid, list_sort(list(DISTINCT session_id)) AS holders
  FROM mentions
  WHERE uuid IS NOT NULL
  GROUP BY uuid
  HAVING min(session_id) <> max(session_id)
),
alone AS (
  FROM mentions
  ANTI JOIN shared USING (uuid)
),
runs AS (
  SELECT session_id, source_id, holders, min(line) AS first_line, max(line) AS last_line, min(occurred_at) AS first_at
  FROM mentions
  JOIN shared USING (uuid)
  GROUP BY session_id, source_id, holders
),
ends AS (
  SELECT source_id, max(last_line) AS last_line FROM runs GROUP BY source_id
)
SELECT
  runs.session_id      AS session_id,
  min(runs.first_at)   AS first_at,
  holders              AS holders,
  count(alone.line)    AS woven
FROM runs
LEFT JOIN alone ON alone.source_id = runs.source_id AND alone.line BETWEEN first_line AND last_line
GROUP BY runs.session_id, holders
UNION ALL
SELECT session_id, min(occurred_at), [session_id], 0
FROM alone
JOIN ends USING (source_id)
WHERE uuid IS NOT NULL AND line > last_line
GROUP BY session_id
