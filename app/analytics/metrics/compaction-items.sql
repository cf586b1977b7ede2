-- Which items of the context before a compaction are kept, and which later record needed them again?
-- One row per compaction, kind and item: what was lost and needed again first.
SELECT
  chosen.session_id             AS session_id,
  chosen.number                 AS compaction,
  items.commit_id               AS commit_id,
  kind                          AS kind,
  item                          AS item,
  times                         AS times,
  held_by                       AS held_by,
  kept_by                       AS kept_by,
  needed                        AS needed,
  needed_as                     AS needed_as,
  needed_source_id              AS needed_source_id,
  needed_line::INTEGER          AS needed_line,
  file_line_of(needed_source_id, needed_line)::INTEGER AS needed_file_line,
  items.source_id               AS source_id,
  items.line                    AS line,
  file_line_of(items.source_id, items.line) AS file_line
FROM (
  FROM chosen_compactions_with_sessions
) AS chosen
JOIN compaction_items AS items USING (commit_id)
WHERE ($item::VARCHAR IS NULL OR kind = $item::VARCHAR)
  AND ($kept::VARCHAR IS NULL OR coalesce(kept_by, 'nothing') = $kept::VARCHAR)
  AND ($needed::BOOLEAN IS NULL OR (needed > 0) = $needed::BOOLEAN)
  AND ($commit::VARCHAR IS NULL OR items.commit_id = $commit::VARCHAR)
ORDER BY kept_by IS NULL AND needed > 0 DESC, kept_by IS NULL DESC, needed DESC, session_id, compaction, list_position(['path', 'command', 'number', 'error', 'decision', 'instruction'], kind), item
