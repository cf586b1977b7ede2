-- Which tools were called, and what came back?
-- One new row per call of the sessions of this batch, in the order of time.
INSERT INTO tool_uses BY NAME
FROM fact_calls
ORDER BY quarter, session_number, source_id, line, block
