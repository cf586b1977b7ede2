-- Which sessions count? A made session does only while the transcript of the same session was not imported, one with prompts only never.
-- One row per session. Where every session counts, metrics read fact_sessions itself.
SELECT *
FROM fact_sessions
WHERE session_number NOT IN (
  SELECT made.session_number
  FROM fact_sessions AS made
  JOIN sessions ON sessions.session_id = substr(made.session_id, 6)
  WHERE starts_with(made.session_id, 'live/')
)
  AND template <> 'claude-code/history'
