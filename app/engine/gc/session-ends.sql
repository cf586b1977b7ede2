-- When did each session end, as far as its commits say it?
-- One row per session.
SELECT session_id AS session_id, max(commits.ended_at) AS ended_at
FROM commits
GROUP BY session_id
