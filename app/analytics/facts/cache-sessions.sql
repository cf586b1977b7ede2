-- In which sessions is not computed how replies used the prompt cache, or from other facts, and how many replies does each have?
-- One row per session, as their facts were made.
WITH counted AS (
  SELECT session_number, count(*) AS replies
  FROM replies
  GROUP BY session_number
)
SELECT
  fact_sessions.session_id  AS session_id,
  coalesce(replies, 0)      AS size,
  concat_ws('.', $rules::VARCHAR, fact_sessions.session_number, prefix_sessions.mark) AS mark
FROM fact_sessions
LEFT JOIN counted USING (session_number)
LEFT JOIN prefix_sessions USING (session_id)
ANTI JOIN cache_sessions ON cache_sessions.session_id = fact_sessions.session_id
  AND cache_sessions.mark = concat_ws('.', $rules::VARCHAR, fact_sessions.session_number, prefix_sessions.mark)
ORDER BY fact_sessions.session_number
