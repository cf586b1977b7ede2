-- Which state of the store do the tables show?
-- One row with one text. Facts that were made of the tables change no text.
SELECT coalesce(string_agg(key || '=' || value, ' ' ORDER BY key), '') AS mark
FROM projection_state
WHERE key NOT LIKE 'fact%' AND key <> 'storage_made'
