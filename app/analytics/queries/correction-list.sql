-- Which lines hold a record whose class a person corrected, and which class did the rules give?
-- One row per such line, in the order of files and lines.
SELECT
  corrections.record_key         AS record_key,
  corrections.source_id          AS source_id,
  corrections.line               AS line,
  sources.file                   AS file,
  corrections.session_id         AS session_id,
  records.uuid                   AS uuid,
  records.class                  AS class,
  records.reference_class        AS reference_class,
  corrections.class_by_rule      AS class_by_rule,
  corrections.reference_by_rule  AS reference_by_rule,
  records.rule                   AS rule,
  records.occurred_at            AS occurred_at,
  coalesce((
    SELECT left(arg_min(body, (kind <> 'prompt', block)), 300)
    FROM events
    WHERE events.source_id = corrections.source_id AND events.line = corrections.line
  ), '')                         AS text
FROM corrections
JOIN records ON records.source_id = corrections.source_id AND records.line = corrections.line
JOIN sources ON sources.source_id = corrections.source_id
ORDER BY sources.file, corrections.source_id, corrections.line
