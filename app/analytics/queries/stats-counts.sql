-- What did people and agents do in each group, without copies?
-- One row per group with at least one record or made commit. The naive count alone includes copies: the ledgers reconcile with it.
WITH grouped AS (
  FROM counted_sources
),
spans AS (
  SELECT
    group_key,
    grouped.session_id,
    min(occurred_at) FILTER (WHERE NOT is_copy) AS first_at,
    max(occurred_at) FILTER (WHERE NOT is_copy) AS last_at,
    count(*) FILTER (WHERE record_type = 'user') AS user_records,
    count(*) FILTER (WHERE NOT is_copy AND class IN ('human_prompt', 'queued_prompt')) AS human_prompts,
    count(*) FILTER (WHERE NOT is_copy AND class IN ('compaction', 'compaction_summary') AND subtype IN ('compact_boundary', 'root_summary')) AS compactions
  FROM records
  JOIN grouped USING (source_id)
  GROUP BY group_key, grouped.session_id
  UNION ALL
  -- Made commits have events and no records.
  SELECT
    group_key,
    grouped.session_id,
    min(occurred_at),
    max(occurred_at),
    0,
    count(*) FILTER (WHERE class = 'human_prompt'),
    count(*) FILTER (WHERE class = 'compaction')
  FROM grouped
  LEFT JOIN (SELECT * FROM events WHERE NOT is_copy) AS events USING (source_id)
  WHERE starts_with(grouped.session_id, 'live/')
  GROUP BY group_key, grouped.session_id
),
event_counts AS (
  SELECT
    group_key,
    count(*) FILTER (WHERE kind = 'response')                                       AS responses,
    count(*) FILTER (WHERE kind = 'tool_call')                                      AS tool_calls,
    sum(chars) FILTER (WHERE kind = 'response')                                     AS output_chars,
    sum(chars) FILTER (WHERE kind = 'prompt' AND class IN ('human_prompt', 'queued_prompt')) AS input_chars
  FROM events
  JOIN grouped USING (source_id)
  WHERE NOT is_copy
  GROUP BY group_key
)
SELECT
  group_key                                    AS group_key,
  count(*)                                     AS sessions,
  min(first_at)                                AS first_at,
  max(last_at)                                 AS last_at,
  sum(user_records)::BIGINT                    AS user_records,
  sum(human_prompts)::BIGINT                   AS human_prompts,
  coalesce(any_value(responses), 0)            AS responses,
  coalesce(any_value(tool_calls), 0)           AS tool_calls,
  coalesce(any_value(output_chars), 0)::BIGINT AS output_chars,
  coalesce(any_value(input_chars), 0)::BIGINT  AS input_chars,
  sum(compactions)::BIGINT                     AS compactions,
  count(*) FILTER (WHERE compactions > 0)      AS sessions_with_compaction,
  max(compactions)                             AS max_compactions
FROM spans
LEFT JOIN event_counts USING (group_key)
GROUP BY group_key
