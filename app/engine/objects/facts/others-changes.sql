-- Which changes did other sessions make to files while these sessions worked with them?
-- One row per session and change, in the order of time.
WITH spans AS (
  SELECT session_id, object_id, any_value(path) AS path, min(occurred_at) AS first_at, max(occurred_at) AS last_at
  FROM object_steps
  WHERE session_id IN (SELECT unnest($sessions::VARCHAR[])) AND object_id IS NOT NULL
  GROUP BY session_id, object_id
)
SELECT
  spans.session_id     AS session_id,
  spans.path           AS path,
  changes.commit_id    AS commit_id,
  changes.source_id    AS source_id,
  changes.line         AS line,
  changes.occurred_at  AS occurred_at
FROM spans
JOIN object_steps AS changes
  ON changes.object_id = spans.object_id
 AND changes.session_id <> spans.session_id
 AND changes.step IN ('written', 'edited')
 AND changes.occurred_at > spans.first_at
 AND changes.occurred_at <= spans.last_at
ORDER BY spans.session_id, changes.occurred_at, changes.source_id, changes.line, changes.ordinal
