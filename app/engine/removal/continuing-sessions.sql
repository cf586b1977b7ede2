-- Which other sessions continue from commits of these sessions, or copy their records?
-- One row per pair, in the order of their ids.
SELECT DISTINCT
  held.session_id  AS held_id,
  own.session_id   AS session_id
FROM commits AS own
JOIN commits AS held ON held.commit_id = own.parent_id
WHERE held.session_id IN (SELECT unnest($sessions::VARCHAR[]))
  AND own.session_id <> held.session_id
UNION
SELECT DISTINCT
  held.session_id,
  copies.session_id
FROM records AS copies
JOIN commits AS held USING (commit_id)
WHERE copies.is_copy
  AND held.session_id IN (SELECT unnest($sessions::VARCHAR[]))
  AND copies.session_id <> held.session_id
ORDER BY held_id, session_id
