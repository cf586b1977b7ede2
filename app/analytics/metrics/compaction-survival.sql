-- Which paths, commands, numbers, errors, decisions and instructions of the replaced context does the summary of a compaction contain?
-- One row per kind and item of the replaced context, lost items last.
WITH compaction AS (
  FROM named_compaction
)
SELECT
  kind                                        AS kind,
  item                                        AS item,
  times                                       AS times,
  held_by                                     AS held_by,
  coalesce(kept_by = 'summary', false)        AS survives
FROM compaction_items
WHERE commit_id IN (SELECT commit_id FROM compaction)
ORDER BY list_position(['path', 'command', 'number', 'error', 'decision', 'instruction'], kind), survives DESC, times DESC, item
