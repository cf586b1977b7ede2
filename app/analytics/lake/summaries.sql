-- Which summaries of commits were written?
-- One row per text.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  known_id(told.commit_id)             AS commit_id,
  told.position                        AS position,
  left_out(told.summary)               AS summary,
  told.written_at                      AS written_at,
  hidden(told.written_by)              AS written_by
FROM summaries told
LEFT JOIN commits ON commits.commit_id = told.commit_id
LEFT JOIN sessions ON sessions.session_id = commits.session_id
