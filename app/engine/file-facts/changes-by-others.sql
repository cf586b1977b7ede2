-- Which changes did other sessions make to files while these sessions worked with them?
-- One row per session and change.
SELECT
  spans.session_id     AS session_id,
  spans.path           AS path,
  changes.commit_id    AS commit_id,
  changes.source_id    AS source_id,
  changes.line         AS line,
  changes.ordinal      AS ordinal,
  changes.occurred_at  AS occurred_at
FROM (
  SELECT session_id, object_id, any_value(path) AS path, min(occurred_at) AS first_at, max(occurred_at) AS last_at
  FROM object_steps
  WHERE object_id IS NOT NULL
    AND ($sessions::VARCHAR[] IS NULL OR list_contains($sessions::VARCHAR[], session_id))
  GROUP BY session_id, object_id
) AS spans
JOIN object_steps AS changes
  ON changes.object_id = spans.object_id
 AND changes.session_id <> spans.session_id
 AND changes.step IN ('written', 'edited', 'gone', 'moved')
 AND changes.occurred_at > spans.first_at
 AND changes.occurred_at <= spans.last_at
