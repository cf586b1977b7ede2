-- Which decisions are about these files, and which edits of the files were made after each?
-- One row per file and decision, in the order of time.
SELECT
  decided.path                        AS path,
  decided.event_id                    AS event_id,
  decided.summary                     AS summary,
  decided.source_id                   AS source_id,
  decided.line                        AS line,
  decided.occurred_at                 AS occurred_at,
  list(concat(edits.source_id, ':', edits.line)) FILTER (edits.line IS NOT NULL) AS edits
FROM (
  SELECT *, unnest(files) AS path FROM said_events WHERE type = 'decision'
) AS decided
LEFT JOIN thinking_changes AS edits ON edits.event_id = decided.event_id AND edits.path = decided.path
WHERE decided.path IN (SELECT unnest($paths::VARCHAR[]))
GROUP BY ALL
ORDER BY decided.path, decided.occurred_at NULLS FIRST, decided.source_id, decided.line, decided.event_id
