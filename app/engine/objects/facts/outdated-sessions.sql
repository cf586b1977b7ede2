-- In which sessions did others change files since the facts were computed?
-- One row per session. The mark is computed as in make-object-facts.ts.
WITH spans AS (
  SELECT session_id, object_id, min(occurred_at) AS first_at, max(occurred_at) AS last_at
  FROM object_steps
  WHERE object_id IS NOT NULL
  GROUP BY session_id, object_id
),
changed AS (
  SELECT object_id, session_id, source_id, line, occurred_at
  FROM object_steps
  WHERE step IN ('written', 'edited') AND object_id IS NOT NULL
),
marks AS (
  SELECT spans.session_id AS session_id, count(*) || '.' || bit_xor(hash(changed.source_id, changed.line)) AS mark
  FROM spans
  JOIN changed
    ON changed.object_id = spans.object_id
   AND changed.session_id <> spans.session_id
   AND changed.occurred_at > spans.first_at
   AND changed.occurred_at <= spans.last_at
  GROUP BY spans.session_id
)
SELECT object_sessions.session_id AS session_id
FROM object_sessions
LEFT JOIN marks ON marks.session_id = object_sessions.session_id
WHERE object_sessions.others_mark <> coalesce(marks.mark, '')
ORDER BY session_id
