-- Which replies have to be looked at again: those of the sessions of this batch, and those of sessions whose facts are left over?
-- Makes a table for this batch. One row per reply.
CREATE OR REPLACE TEMP TABLE touched_replies AS
SELECT reply_key
FROM token_usage
JOIN fact_batch USING (session_id)
WHERE token_usage.rowid BETWEEN $usage_first::BIGINT AND $usage_last::BIGINT
UNION
SELECT reply_key FROM replies WHERE session_number NOT IN (SELECT session_number FROM fact_sessions)
UNION
SELECT reply_key FROM shared_replies WHERE session_number NOT IN (SELECT session_number FROM fact_sessions)
