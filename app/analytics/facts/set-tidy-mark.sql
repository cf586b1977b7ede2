-- Remembers that no facts are left over: those of the sessions as they are now are all.
-- Changes one row.
INSERT INTO projection_state
SELECT 'facts_tidy', concat_ws('/', count(*), max(session_number)) FROM fact_sessions
ON CONFLICT (key) DO UPDATE SET value = excluded.value
