-- By which words, ends of paths, commands, numbers and errors is each item found in what was needed, and how many items share each?
-- Makes a table for these compactions. One row per item and key.
CREATE OR REPLACE TEMP TABLE compaction_keys AS
WITH keys AS (
  SELECT number, compaction_id, 'path' AS kind, unnest(ends_of(plain_item)) AS key FROM compaction_counted WHERE kind = 'path' AND is_item
  UNION ALL
  SELECT number, compaction_id, 'whole path', plain_item FROM compaction_counted WHERE kind = 'path' AND is_item
  UNION ALL
  SELECT number, compaction_id, kind, CASE kind WHEN 'command' THEN on_one_line(without_redirections(plain_item)) ELSE plain_item END
  FROM compaction_counted
  WHERE kind IN ('command', 'number', 'error') AND is_item
  UNION ALL
  SELECT number, compaction_id, 'word', unnest(item_words) FROM compaction_counted WHERE kind IN ('decision', 'instruction') AND is_item AND len(item_words) >= 3
)
SELECT *, count(*) OVER (PARTITION BY compaction_id, kind, key) AS sharing
FROM keys
-- A bare name is no path that is needed.
WHERE kind <> 'path' OR contains(key, '/')
