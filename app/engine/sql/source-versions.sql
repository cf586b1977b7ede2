-- Which version of each file does the store hold?
-- One row per source: its size, its time, its path and its session in one text, as an import compares them with the disk. No path holds a NUL.
SELECT bytes || ' ' || modified_ns || ' ' || path || chr(0) || coalesce(session_id, '') AS version
FROM sources
