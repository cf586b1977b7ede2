-- Which tools were called, and what came back?
-- One new row per call of the sessions of this batch, those of a tool together and in the order of time: so they are grouped in half the time.
INSERT INTO tool_uses BY NAME
SELECT * EXCLUDE (took_ms, waited_ms)
FROM fact_calls
ORDER BY tool_number, quarter, session_number, source_id, line, block
