-- What has to be known of the sessions before facts are counted?
-- One row. hides_sessions: a made session does not count, because its transcript was imported, or one of which only prompts are known. is_tidy: no facts are left over.
SELECT
  EXISTS (
    FROM fact_sessions AS made
    JOIN sessions ON sessions.session_id = substr(made.session_id, 6)
    WHERE starts_with(made.session_id, 'live/')
  ) OR EXISTS (
    FROM fact_sessions
    WHERE template = 'claude-code/history'
  ) AS hides_sessions,
  coalesce(
    (SELECT value FROM projection_state WHERE key = 'facts_tidy') = (SELECT concat_ws('/', count(*), max(session_number)) FROM fact_sessions),
    false
  ) AS is_tidy
