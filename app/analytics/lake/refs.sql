-- Which names do commits have?
-- One row per ref.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  hidden(item.name)                    AS name,
  known_word(item.kind)                AS kind,
  known_id(item.commit_id)             AS commit_id,
  known_id(item.session_id)            AS session_id
FROM refs item
LEFT JOIN commits ON commits.commit_id = item.commit_id
LEFT JOIN sessions ON sessions.session_id = commits.session_id
