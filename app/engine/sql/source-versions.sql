-- Which version of each file does the store hold?
-- One row per source: its size, its time, its path and its session in one text, as they are compared with the disk when files are taken in. No path holds a NUL.
SELECT bytes || ' ' || modified_ns || ' ' || path || chr(0) || coalesce(session_id, '') AS version
FROM sources
