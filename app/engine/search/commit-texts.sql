-- Which texts do these commits contain, and where in their artifacts are the records that contain them?
-- One row per event, in the order of the conversation.
WITH places AS (
  SELECT
    records.source_id,
    records.line,
    row_number() OVER (PARTITION BY records.commit_id ORDER BY sources.role DESC, sources.file, records.byte_offset) - 1 AS place
  FROM records
  JOIN sources ON sources.source_id = records.source_id
  WHERE records.commit_id IN (SELECT unnest($commits::VARCHAR[])) AND NOT records.is_copy
)
SELECT
  events.commit_id                         AS commit_id,
  events.source_id                         AS source_id,
  events.line                              AS line,
  events.block                             AS block,
  events.kind                              AS kind,
  events.class                             AS class,
  events.occurred_at                       AS occurred_at,
  coalesce(places.place, events.line - 1)  AS place
FROM events
LEFT JOIN places ON places.source_id = events.source_id AND places.line = events.line
WHERE events.commit_id IN (SELECT unnest($commits::VARCHAR[])) AND NOT events.is_copy
ORDER BY events.commit_id, place, events.block
