-- How did each session end?
-- One row per session whose facts are made.
SELECT
  session_id  AS session_id,
  ending      AS ending,
  rule        AS rule
FROM (
  FROM session_endings
)
WHERE $sessions::VARCHAR[] IS NULL OR session_id IN (SELECT unnest($sessions::VARCHAR[]))
