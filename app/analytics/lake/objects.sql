-- Which files did agents see or change?
-- One row per object; it belongs to no session.
SELECT
  NULL::VARCHAR               AS project,
  NULL::VARCHAR               AS month,
  hidden(item.object_id)      AS object_id,
  known_word(item.type)       AS type,
  hidden(item.filesystem_id)  AS filesystem_id,
  hidden(item.path)           AS path
FROM objects item
