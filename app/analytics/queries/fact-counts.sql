-- What did people and agents do in each group, without copies?
-- One row per group with at least one session. The naive count alone includes copies: the ledgers reconcile with it.
-- From the facts; stats-counts answers the same where they are not made.
WITH grouped AS (
  FROM counted_fact_sessions
),
spans AS (
  SELECT session_id, min(occurred_at) AS first_at, max(occurred_at) AS last_at
  FROM records
  WHERE NOT is_copy AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
  GROUP BY session_id
  UNION ALL
  SELECT session_id, min(occurred_at), max(occurred_at)
  FROM events
  WHERE starts_with(session_id, 'live/') AND NOT is_copy AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
  GROUP BY session_id
),
happened AS (
  SELECT
    session_number,
    sum(prompts) AS prompts, sum(prompt_chars) AS prompt_chars, sum(responses) AS responses, sum(response_chars) AS response_chars,
    sum(tool_calls) AS tool_calls, sum(compactions) AS compactions
  FROM activity
  WHERE session_number IN (SELECT session_number FROM grouped)
  GROUP BY session_number
),
naive AS (
  SELECT session_number, sum(user_records) AS user_records
  FROM reference_counts
  WHERE session_number IN (SELECT session_number FROM grouped)
  GROUP BY session_number
)
SELECT
  group_key                                     AS group_key,
  count(*)                                      AS sessions,
  min(first_at)                                 AS first_at,
  max(last_at)                                  AS last_at,
  coalesce(sum(user_records), 0)::BIGINT        AS user_records,
  coalesce(sum(prompts), 0)::BIGINT             AS human_prompts,
  coalesce(sum(responses), 0)::BIGINT           AS responses,
  coalesce(sum(tool_calls), 0)::BIGINT          AS tool_calls,
  coalesce(sum(response_chars), 0)::BIGINT      AS output_chars,
  coalesce(sum(prompt_chars), 0)::BIGINT        AS input_chars,
  coalesce(sum(compactions), 0)::BIGINT         AS compactions,
  count(*) FILTER (WHERE compactions > 0)       AS sessions_with_compaction,
  coalesce(max(compactions), 0)::BIGINT         AS max_compactions
FROM grouped
LEFT JOIN spans USING (session_id)
LEFT JOIN happened USING (session_number)
LEFT JOIN naive USING (session_number)
GROUP BY group_key
