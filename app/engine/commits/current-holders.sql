-- Which commits contain the record with this uuid, and does more of the conversation follow it there?
-- One row per commit.
WITH held AS (
  SELECT commit_id, session_id, source_id, byte_offset
  FROM records
  WHERE uuid = $uuid::VARCHAR AND commit_id IS NOT NULL AND NOT is_copy
)
SELECT
  held.commit_id                                                AS commit_id,
  coalesce(bool_or(
    (others.source_id <> held.source_id OR others.byte_offset > held.byte_offset)
    AND NOT (
      others.class IN ('title', 'metric')
      OR (others.class = 'system' AND NOT coalesce(contains(others.subtype, 'compact'), false))
      OR (others.class = 'bookkeeping' AND others.record_type <> 'file-history-snapshot')
    )
  ), false)                                                     AS goes_on
FROM held
JOIN records AS others ON others.commit_id = held.commit_id
WHERE NOT others.is_copy
GROUP BY held.commit_id, held.session_id
ORDER BY held.session_id, held.commit_id
