-- Takes away the events of made commits that were cut from a transcript now.
-- Changes one row per event.
DELETE FROM events
WHERE commit_id IN (SELECT unnest($ids::VARCHAR[]))
  AND starts_with(session_id, 'live/')
