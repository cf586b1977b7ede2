-- How many records, results, injected texts and tool calls of each name does each group hold, copies included?
-- One row per group, tally and name, most frequent first.
WITH grouped AS (
  FROM grouped_sources
),
names AS (
  SELECT group_key, 'byType' AS tally, coalesce(nullif(record_type, ''), '(none)') AS name
  FROM records JOIN grouped USING (source_id)
  UNION ALL
  SELECT group_key, 'systemSubtypes' AS tally, coalesce(subtype, '(none)') AS name
  FROM records JOIN grouped USING (source_id)
  WHERE record_type = 'system'
  UNION ALL
  SELECT group_key, 'results' AS tally, coalesce(subtype, '(none)') AS name
  FROM records JOIN grouped USING (source_id)
  WHERE record_type = 'result'
  UNION ALL
  SELECT group_key, 'injected' AS tally, reference_class AS name
  FROM records JOIN grouped USING (source_id)
  WHERE reference_class NOT IN ('human_prompt', 'tool_result', 'none', 'other')
  UNION ALL
  SELECT group_key, 'toolCallsByName' AS tally, tool_name AS name
  FROM events JOIN grouped USING (source_id)
  WHERE kind = 'tool_call' AND class = 'reply' AND subtype IS DISTINCT FROM 'server'
)
SELECT
  group_key AS group_key,
  tally     AS tally,
  name      AS name,
  count(*)  AS times
FROM names
GROUP BY group_key, tally, name
ORDER BY group_key, tally, times DESC, name
