-- What are the headline numbers by the reference rules of the design, copies included?
-- One row per group.
WITH per_session AS (
  SELECT
    group_key,
    session_number,
    coalesce(sum(records) FILTER (WHERE is_user), 0) AS user_records,
    coalesce(sum(records) FILTER (WHERE reference_class = 'human_prompt'), 0) AS human_prompts,
    coalesce(sum(records) FILTER (WHERE reference_class = 'tool_result'), 0) AS tool_results,
    coalesce(sum(records) FILTER (WHERE is_user AND reference_class NOT IN ('human_prompt', 'tool_result', 'none')), 0) AS injected,
    sum(reference_responses) AS responses,
    sum(reference_tool_calls) AS tool_calls,
    coalesce(sum(text_chars) FILTER (WHERE reference_class = 'human_prompt'), 0) AS prompt_chars,
    sum(reference_chars) AS response_chars,
    sum(boundaries) AS compactions,
    any_value(duration_ms) AS duration_ms
  FROM (
    FROM chosen_record_counts
  )
  GROUP BY group_key, session_number
)
SELECT
  group_name                                                     AS group_name,
  count(*)                                                       AS sessions,
  sum(user_records)::BIGINT                                      AS user_records,
  sum(human_prompts)::BIGINT                                     AS human_prompts,
  sum(tool_results)::BIGINT                                      AS tool_results,
  sum(injected)::BIGINT                                          AS injected,
  (sum(responses) / nullif(sum(human_prompts), 0))::DOUBLE       AS responses_per_prompt,
  (sum(tool_calls) / nullif(sum(human_prompts), 0))::DOUBLE      AS tool_calls_per_prompt,
  (sum(response_chars) / nullif(sum(prompt_chars), 0))::DOUBLE   AS output_per_input,
  sum(compactions)::BIGINT                                       AS compactions,
  count(*) FILTER (WHERE compactions > 0)                        AS compacted_sessions,
  (count(*) FILTER (WHERE compactions > 0) / count(*))::DOUBLE   AS compacted_share,
  max(compactions)::BIGINT                                       AS most_in_a_session,
  arg_max(duration_ms, (compactions, duration_ms)) FILTER (WHERE compactions > 0) AS most_in_a_session_ms
FROM per_session
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
GROUP BY group_key, group_name
ORDER BY group_name
