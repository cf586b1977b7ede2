-- Forgets what was told of damage to the packs of these sessions, before it is told anew.
-- Changes the problems of these sessions.
DELETE FROM problems
WHERE code = 'damaged-pack' AND session_id IN (SELECT unnest($sessions::VARCHAR[]))
