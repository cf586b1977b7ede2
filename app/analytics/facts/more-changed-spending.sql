-- Whose spending changes with the touched replies, as they stand now?
-- One new row per session that has one of them and had none.
INSERT INTO changed_spending
SELECT DISTINCT session_number
FROM replies
SEMI JOIN touched_replies USING (reply_key)
ANTI JOIN changed_spending USING (session_number)
