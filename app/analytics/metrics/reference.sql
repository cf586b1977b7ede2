-- What are the totals by the reference rules, copies included?
-- One row per group.
WITH per_session AS (
  SELECT
    group_key,
    session_number,
    sum(user_records) AS user_records, sum(human_prompts) AS human_prompts, sum(tool_results) AS tool_results, sum(injected) AS injected,
    sum(responses) AS responses, sum(tool_calls) AS tool_calls, sum(prompt_chars) AS prompt_chars, sum(response_chars) AS response_chars,
    sum(compactions) AS compactions
  FROM (
    FROM first_reference_counts
  )
  GROUP BY group_key, session_number
),
counted AS (
  SELECT
    group_key,
    count(*) AS sessions,
    sum(user_records) AS user_records, sum(human_prompts) AS human_prompts, sum(tool_results) AS tool_results, sum(injected) AS injected,
    sum(responses) AS responses, sum(tool_calls) AS tool_calls, sum(prompt_chars) AS prompt_chars, sum(response_chars) AS response_chars,
    sum(compactions) AS compactions,
    count(*) FILTER (WHERE compactions > 0) AS compacted_sessions,
    max(compactions) AS most_in_a_session,
    arg_max(duration_ms, (compactions, duration_ms)) FILTER (WHERE compactions > 0) AS most_in_a_session_ms
  FROM per_session
  JOIN (SELECT session_number, duration_ms FROM fact_sessions) AS sessions USING (session_number)
  GROUP BY group_key
)
SELECT
  group_name                                               AS group_name,
  sessions                                                 AS sessions,
  user_records::BIGINT                                     AS user_records,
  human_prompts::BIGINT                                    AS human_prompts,
  tool_results::BIGINT                                     AS tool_results,
  injected::BIGINT                                         AS injected,
  (user_records - human_prompts - tool_results - injected)::BIGINT AS empty,
  responses::BIGINT                                        AS responses,
  tool_calls::BIGINT                                       AS tool_calls,
  (responses / nullif(human_prompts, 0))::DOUBLE           AS responses_per_prompt,
  (tool_calls / nullif(human_prompts, 0))::DOUBLE          AS tool_calls_per_prompt,
  (response_chars / nullif(prompt_chars, 0))::DOUBLE       AS output_per_input,
  compactions::BIGINT                                      AS compactions,
  compacted_sessions                                       AS compacted_sessions,
  (compacted_sessions / sessions)::DOUBLE                  AS compacted_share,
  most_in_a_session::BIGINT                                AS most_in_a_session,
  most_in_a_session_ms                                     AS most_in_a_session_ms
FROM counted
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name
