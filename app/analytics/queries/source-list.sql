-- Which transcript files were imported, and what does each contain?
-- One row per file, in the order of their names.
WITH faults AS (
  SELECT source_id, count(*) AS problems
  FROM problems
  GROUP BY source_id
)
SELECT
  source_id             AS source_id,
  file                  AS file,
  path                  AS path,
  root                  AS root,
  role                  AS role,
  session_id            AS session_id,
  bytes                 AS bytes,
  lines                 AS lines,
  records               AS records,
  coalesce(problems, 0) AS problems
FROM sources
LEFT JOIN faults USING (source_id)
WHERE role IN ('session', 'agent')
  AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
ORDER BY file, path
