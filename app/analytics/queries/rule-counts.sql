-- How many records did each rule decide, copies included?
-- One row per rule that decided any. Lines that hold no record are counted by what is wrong with them.
SELECT
  rule                               AS rule,
  count(*)                           AS records,
  count(*) FILTER (WHERE corrected)  AS corrected
FROM (
  SELECT records.rule AS rule, corrections.class IS NOT NULL AS corrected
  FROM records
  LEFT JOIN corrections ON corrections.source_id = records.source_id AND corrections.line = records.line
  UNION ALL
  SELECT concat('reference/', coalesce(reference_by_rule, reference_class)), corrections.class IS NOT NULL
  FROM records
  LEFT JOIN corrections ON corrections.source_id = records.source_id AND corrections.line = records.line
  WHERE record_type = 'user'
  UNION ALL
  SELECT concat('malformed/', code), false FROM problems WHERE code IN ('malformed-json', 'truncated-line', 'not-an-object')
)
GROUP BY rule
ORDER BY rule
