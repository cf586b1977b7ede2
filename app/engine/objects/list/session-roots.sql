-- From which folder was each session imported?
-- One row per session; '' for those that were made.
SELECT
  sessions.session_id                                                         AS session_id,
  coalesce(min(root) FILTER (WHERE role IN ('session', 'agent')), min(root), '') AS root
FROM sessions
LEFT JOIN sources ON sources.session_id = sessions.session_id
GROUP BY sessions.session_id
