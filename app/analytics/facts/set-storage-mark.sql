-- Remembers for which state of the store it was counted what the commits take.
-- Changes one row.
INSERT INTO projection_state
SELECT 'storage_made', coalesce(string_agg(value, '/' ORDER BY key), '')
FROM projection_state
WHERE key IN ('journal_seq', 'pack_id', 'pack_offset')
ON CONFLICT (key) DO UPDATE SET value = excluded.value
