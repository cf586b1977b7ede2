-- How many records did each rule decide, copies included?
-- One row per rule that decided any. Lines that hold no record are counted by what is wrong with them.
SELECT
  rule      AS rule,
  count(*)  AS records
FROM (
  SELECT rule FROM records
  UNION ALL
  SELECT concat('reference/', reference_class) FROM records WHERE record_type = 'user'
  UNION ALL
  SELECT concat('malformed/', code) FROM problems WHERE code IN ('malformed-json', 'truncated-line', 'not-an-object')
)
GROUP BY rule
ORDER BY rule
