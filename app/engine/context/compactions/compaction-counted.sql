-- Which items were in the context that each compaction replaced?
-- Makes a table for these compactions. One row per compaction, kind and item; those over the limit are no items.
CREATE OR REPLACE TEMP TABLE compaction_counted AS
WITH counted AS (
  SELECT
    compaction_id, kind, item,
    any_value(plain_item) AS plain_item,
    count(*) AS times,
    bool_and(origin IN ('result', 'met again')) AS is_in_results_alone,
    bool_or(kind = 'path' AND origin IN ('read again', 'changed again', 'searched again')) AS is_touched,
    arg_min({ 'source_id': source_id, 'line': line }, (source_id, line)) AS stood_at
  FROM compaction_found
  JOIN compaction_places USING (commit_id)
  WHERE part = 'replaced'
  GROUP BY compaction_id, kind, item
),
placed AS (
  SELECT
    *,
    -- Branches, states and names of packages have slashes too: a path begins as one, ends like a file, or is a folder of a file that was touched.
    kind <> 'path' OR regexp_matches(item, '^(?:\.{0,2}|~)/|\.[A-Za-z]\w{0,7}$') AS is_plainly_one,
    row_number() OVER (PARTITION BY compaction_id, kind ORDER BY stood_at, item) AS place
  FROM counted
),
folders AS (
  SELECT DISTINCT placed.compaction_id, placed.kind, placed.item
  FROM placed
  JOIN placed AS touched ON touched.compaction_id = placed.compaction_id AND touched.is_touched AND touched.place <= most_items(touched.kind)
  WHERE NOT placed.is_plainly_one
    AND placed.place <= most_items(placed.kind)
    AND contains('/' || touched.plain_item || '/', '/' || placed.plain_item || '/')
)
SELECT
  row_number() OVER () AS number,
  placed.* EXCLUDE (is_touched, is_plainly_one),
  place <= most_items(placed.kind) AND (is_plainly_one OR folders.item IS NOT NULL) AS is_item,
  CASE WHEN kind IN ('error', 'decision', 'instruction') THEN words_in(plain_item) END AS item_words
FROM placed
LEFT JOIN folders USING (compaction_id, kind, item)
