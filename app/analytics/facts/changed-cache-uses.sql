-- In which sessions did a reply change that another session has too, or that another one has now?
-- Changes the marks: these sessions have none then, and what their replies used of the prompt cache is computed again.
DELETE FROM cache_sessions
WHERE session_id IN (
  SELECT session_id
  FROM fact_sessions
  WHERE session_number IN (
    SELECT session_number FROM changed_spending
    UNION
    SELECT session_number FROM shared_replies SEMI JOIN touched_replies USING (reply_key)
  )
)
