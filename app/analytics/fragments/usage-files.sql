-- Which files and added commits count with their token usage?
-- One row per transcript file, in order, and per added commit. An added session counts while the transcript of the same session is not
-- imported, and always when it is the chosen session.
SELECT source_id, row_number() OVER (ORDER BY role DESC, file, source_id) AS source_rank
FROM sources
WHERE role IN ('session', 'agent')
UNION ALL
SELECT commit_id, 0
FROM commits
WHERE starts_with(session_id, 'live/')
  AND chain <> 'replaced'
  AND CASE
    WHEN $session::VARCHAR IS NULL THEN substr(session_id, 6) NOT IN (SELECT session_id FROM sessions)
    ELSE session_id = $session::VARCHAR
  END
