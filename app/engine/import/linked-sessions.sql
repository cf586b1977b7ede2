-- Which sessions continue from commits of these or copy their records, and which do these continue or copy?
-- One row per session; these may be among them.
WITH links AS (
  SELECT copies.session_id AS session_id, held.session_id AS holder_id
  FROM records AS copies
  JOIN commits AS held USING (commit_id)
  WHERE copies.is_copy AND held.session_id <> copies.session_id
  UNION ALL
  SELECT own.session_id, held.session_id
  FROM commits AS own
  JOIN commits AS held ON held.commit_id = own.parent_id
  WHERE held.session_id <> own.session_id
)
SELECT session_id FROM links WHERE holder_id IN (SELECT unnest($sessions::VARCHAR[]))
UNION
SELECT holder_id FROM links WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))
