-- Takes away the usage of made commits that were cut from a transcript now.
-- Changes one row per metric.
DELETE FROM token_usage
WHERE source_id IN (SELECT unnest($ids::VARCHAR[]))
  AND starts_with(session_id, 'live/')
