-- For which compactions is not everything compared, because a limit was met?
-- New rows of a table for this batch. One row per compaction.
INSERT INTO temp.compaction_cut
SELECT compaction_id FROM compaction_counted WHERE place > most_items(kind)
UNION
SELECT compaction_id
FROM compaction_needs
WHERE place > most_needs() OR words_so_far > most_asked_words() OR len(asked_words) > most_words_of_line()
UNION
SELECT compaction_id
FROM compaction_keys AS keys
SEMI JOIN compaction_needs AS needs
  ON needs.compaction_id = keys.compaction_id AND needs.kind = CASE keys.kind WHEN 'whole path' THEN 'path' ELSE keys.kind END AND named = key
WHERE sharing > most_sharing()
UNION
-- Two thirds of its words make a sentence the same: where that share of them is in many other items, it may be the same without a rare one.
SELECT compaction_id
FROM compaction_keys
JOIN compaction_counted USING (number, compaction_id)
WHERE compaction_keys.kind = 'word' AND sharing > most_sharing()
GROUP BY number, compaction_id, len(item_words)
HAVING count(*) * 3 >= len(item_words) * 2
