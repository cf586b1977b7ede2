-- Remembers that the facts about objects of these sessions are computed, and which changes by others they regard.
-- One new row per session.
INSERT INTO object_sessions BY NAME
WITH spans AS (
  SELECT session_id, object_id, min(occurred_at) AS first_at, max(occurred_at) AS last_at
  FROM object_steps
  WHERE session_id IN (SELECT unnest($sessions::VARCHAR[])) AND object_id IS NOT NULL
  GROUP BY session_id, object_id
),
marks AS (
  SELECT spans.session_id AS session_id, count(*) || '.' || bit_xor(hash(changes.source_id, changes.line)) AS mark
  FROM spans
  JOIN object_steps AS changes
    ON changes.object_id = spans.object_id
   AND changes.session_id <> spans.session_id
   AND changes.step IN ('written', 'edited')
   AND changes.occurred_at > spans.first_at
   AND changes.occurred_at <= spans.last_at
  GROUP BY spans.session_id
)
SELECT session_id, $mark::VARCHAR AS systems_mark, coalesce(marks.mark, '') AS others_mark
FROM (SELECT unnest($sessions::VARCHAR[]) AS session_id)
LEFT JOIN marks USING (session_id)
