-- Which version of each file does the store hold, and how did the file look when it was read?
-- One row per file: its size, its time, its path and its session in one text, as they are compared with the disk when files are imported. No path
-- holds a NUL. One that two sessions contain has none: it moved from one to the other, and the first has not been written since.
SELECT
  bytes || ' ' || modified_ns || ' ' || sources.path || chr(0) || coalesce(session_id, '') AS version,
  changed_ns || ' ' || inode                                                               AS seen
FROM sources
LEFT JOIN seen_files ON seen_files.path = sources.path AND seen_files.content_hash = sources.content_hash
WHERE role <> 'earlier'
  AND sources.path NOT IN (SELECT path FROM sources WHERE role <> 'earlier' GROUP BY path HAVING count(*) > 1)
