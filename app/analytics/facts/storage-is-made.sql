-- Was what the commits take counted since the store was written last?
-- One row.
SELECT coalesce(
  (SELECT value FROM projection_state WHERE key = 'storage_made')
    = (SELECT string_agg(value, '/' ORDER BY key) FROM projection_state WHERE key IN ('journal_seq', 'pack_id', 'pack_offset')),
  false
) AS is_made
