-- How many items of each kind did the compactions of these sessions keep and lose?
-- One new row per compaction, kind, holder, and whether they were needed again.
INSERT INTO compaction_losses BY NAME
SELECT session_id, commit_id, kind, kept_by, needed > 0 AS is_needed, count(*) AS items
FROM compaction_items
WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))
GROUP BY ALL
