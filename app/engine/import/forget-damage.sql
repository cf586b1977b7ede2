-- Deletes the reported damage to the packs of these sessions, before it is reported again.
-- Changes the problems of these sessions.
DELETE FROM problems
WHERE code = 'damaged-pack' AND session_id IN (SELECT unnest($sessions::VARCHAR[]))
