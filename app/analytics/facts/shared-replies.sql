-- Which sessions hold records of replies that are another session's, copies included?
-- One new row per touched reply and such session. Of a reply that no session owns, every session that holds a copy.
INSERT INTO shared_replies BY NAME
SELECT DISTINCT
  fact_usage.reply_key         AS reply_key,
  fact_sessions.session_number AS session_number
FROM fact_usage
JOIN fact_sessions USING (session_id)
LEFT JOIN replies USING (reply_key)
WHERE replies.session_number IS DISTINCT FROM fact_sessions.session_number
  AND (replies.reply_key IS NOT NULL OR is_copy)
