-- Which changes did other sessions make to files while these sessions worked with them?
-- One row per session and change, in the order of time.
SELECT
  session_id   AS session_id,
  path         AS path,
  commit_id    AS commit_id,
  source_id    AS source_id,
  line         AS line,
  occurred_at  AS occurred_at
FROM (
  FROM changes_by_others
)
ORDER BY session_id, occurred_at, source_id, line, ordinal
