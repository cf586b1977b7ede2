-- Which sessions continue from commits of other sessions, or copy their records?
-- One row per pair, in the order of their ids.
SELECT DISTINCT
  held.session_id AS session_id,
  own.session_id  AS holder_id
FROM commits AS own
JOIN commits AS held ON held.commit_id = own.parent_id
WHERE held.session_id <> own.session_id
UNION
SELECT DISTINCT
  held.session_id,
  copies.session_id
FROM records AS copies
JOIN commits AS held USING (commit_id)
WHERE copies.is_copy
  AND held.session_id <> copies.session_id
ORDER BY session_id, holder_id
