-- Which sessions had replies that other sessions contain too, when that was looked for last?
-- One row, a list in JSON, or none when it was never looked for.
SELECT value AS value
FROM projection_state
WHERE key = 'shared_replies'
