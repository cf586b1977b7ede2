-- Which sessions called a tool, in the main chain or a sub-agent?
-- One row per session.
SELECT DISTINCT session_id AS session_id
FROM events
WHERE kind = 'tool_call' AND NOT is_copy AND nfc_normalize(tool_name) = nfc_normalize($tool::VARCHAR)
