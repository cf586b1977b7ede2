-- What do prompts of humans say?
-- One row per prompt: its first 300 characters.
SELECT source_id, line, arg_min(left(body, 300), block) AS text
FROM events
SEMI JOIN turns USING (source_id, line)
WHERE kind = 'prompt'
GROUP BY source_id, line
