-- Which summaries of commits were written?
-- One row per text.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  known_id(item.commit_id)             AS commit_id,
  item.position                        AS position,
  left_out(item.summary)               AS summary,
  item.written_at                      AS written_at,
  hidden(item.written_by)              AS written_by
FROM summaries item
LEFT JOIN commits ON commits.commit_id = item.commit_id
LEFT JOIN sessions ON sessions.session_id = commits.session_id
