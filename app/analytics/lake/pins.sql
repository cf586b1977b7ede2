-- Which commits are kept?
-- One row per commit that is pinned.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  known_id(item.commit_id)             AS commit_id,
  item.pinned_at                       AS pinned_at
FROM pins item
LEFT JOIN commits ON commits.commit_id = item.commit_id
LEFT JOIN sessions ON sessions.session_id = commits.session_id
