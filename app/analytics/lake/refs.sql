-- Which names do commits have?
-- One row per ref.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  hidden(told.name)                    AS name,
  known_word(told.kind)                AS kind,
  known_id(told.commit_id)             AS commit_id,
  known_id(told.session_id)            AS session_id
FROM refs told
LEFT JOIN commits ON commits.commit_id = told.commit_id
LEFT JOIN sessions ON sessions.session_id = commits.session_id
