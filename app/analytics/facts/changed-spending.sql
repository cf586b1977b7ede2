-- Whose spending changes with the touched replies?
-- Makes a table for this batch. One row per session that had one of them.
CREATE OR REPLACE TEMP TABLE changed_spending AS
SELECT DISTINCT session_number
FROM replies
SEMI JOIN touched_replies USING (reply_key)
