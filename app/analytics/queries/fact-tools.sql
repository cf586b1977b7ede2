-- How often was each tool called, and how often did it fail, without copies?
-- One row per group and tool, most used first.
-- From the facts; stats-tools answers the same where they are not made.
WITH grouped AS (
  FROM counted_fact_sessions
)
SELECT
  group_key              AS group_key,
  name                   AS tool_name,
  sum(calls)::BIGINT     AS calls,
  sum(errors)::BIGINT    AS failed_calls,
  sum(refusals)::BIGINT  AS refused_calls,
  sum(interruptions)::BIGINT AS interrupted_calls,
  sum(cancelled)::BIGINT AS cancelled_calls
FROM tool_counts
JOIN grouped USING (session_number)
JOIN fact_names ON number = tool_number
GROUP BY group_key, name
HAVING sum(calls) > 0
ORDER BY group_key, sum(calls) DESC, name
