-- Are all sessions that share records joined?
-- One row, or none when nothing was imported yet.
SELECT value AS value
FROM projection_state
WHERE key = 'settled'
