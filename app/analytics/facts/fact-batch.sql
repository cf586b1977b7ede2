-- Which sessions are in this batch?
-- Makes a table for this batch. One row per session, but those of which only prompts are known: nothing is counted of them.
CREATE OR REPLACE TEMP TABLE fact_batch AS
SELECT session_number, session_id
FROM fact_sessions
WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))
  AND template <> 'claude-code/history'
