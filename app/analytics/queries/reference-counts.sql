-- What do the records of each group amount to by the design's reference rules, copies included?
-- One row per group.
WITH grouped AS (
  FROM grouped_sources
),
judged AS (
  SELECT
    group_key,
    records.*,
    record_type = 'assistant' AND NOT is_api_error AND has_content_list AS is_response,
    record_type = 'system' AND subtype = 'compact_boundary'             AS is_compaction,
    detail ->> '$.trigger'                                              AS trigger,
    detail ->> '$.form'                                                 AS form,
    detail ->> '$.pre_tokens'                                           AS pre_tokens
  FROM records
  JOIN grouped USING (source_id)
)
SELECT
  group_key                                                                             AS group_key,
  count(*)                                                                              AS records,
  count(*) FILTER (WHERE record_type = 'user')                                          AS user_records,
  count(*) FILTER (WHERE reference_class = 'human_prompt')                              AS human_prompts,
  count(*) FILTER (WHERE reference_class = 'human_prompt' AND has_image)                AS human_prompts_with_image,
  count(*) FILTER (WHERE reference_class = 'human_prompt' AND mentions_injected)        AS trap_prompts,
  count(*) FILTER (WHERE reference_class = 'tool_result')                               AS tool_result_records,
  coalesce(sum(tool_results) FILTER (WHERE reference_class = 'tool_result'), 0)::BIGINT AS tool_result_blocks,
  coalesce(sum(tool_errors) FILTER (WHERE reference_class = 'tool_result'), 0)::BIGINT  AS tool_errors,
  count(*) FILTER (WHERE is_meta)                                                       AS meta_records,
  count(*) FILTER (WHERE is_response)                                                   AS responses,
  coalesce(sum(text_blocks) FILTER (WHERE is_response), 0)::BIGINT                      AS text_blocks,
  coalesce(sum(thinking_blocks) FILTER (WHERE is_response), 0)::BIGINT                  AS thinking_blocks,
  coalesce(sum(tool_uses) FILTER (WHERE is_response), 0)::BIGINT                        AS tool_calls,
  count(*) FILTER (WHERE record_type = 'assistant' AND is_api_error)                    AS api_errors,
  count(*) FILTER (WHERE is_compaction)                                                 AS compactions,
  count(*) FILTER (WHERE is_compaction AND trigger = 'auto')                            AS auto_compactions,
  count(*) FILTER (WHERE is_compaction AND trigger = 'manual')                          AS manual_compactions,
  count(*) FILTER (WHERE is_compaction AND form = 'new')                                AS new_form_compactions,
  count(*) FILTER (WHERE is_compaction AND form = 'old')                                AS old_form_compactions,
  coalesce(max(pre_tokens::BIGINT) FILTER (WHERE is_compaction), 0)                     AS pre_tokens_max,
  count(*) FILTER (WHERE record_type = 'system' AND subtype = 'microcompact_boundary')  AS microcompactions,
  count(*) FILTER (WHERE record_type = 'system' AND subtype = 'context_truncated')      AS context_truncated,
  count(*) FILTER (WHERE record_type = 'summary' AND text_chars >= 2000)                AS summary_records,
  count(*) FILTER (WHERE record_type = 'summary' AND text_chars < 2000)                 AS title_summaries,
  count(*) FILTER (WHERE record_type = 'user' AND is_compact_summary)                   AS compact_summaries,
  count(*) FILTER (WHERE is_sidechain)                                                  AS sidechain_records,
  count(*) FILTER (WHERE is_response AND NOT is_sidechain)                              AS main_responses,
  coalesce(sum(tool_uses) FILTER (WHERE is_response AND NOT is_sidechain), 0)::BIGINT   AS main_tool_calls,
  coalesce(sum(text_chars) FILTER (WHERE reference_class = 'human_prompt'), 0)::BIGINT  AS human_chars,
  coalesce(sum(text_chars) FILTER (WHERE is_response), 0)::BIGINT                       AS agent_text_chars,
  coalesce(sum(thinking_chars) FILTER (WHERE is_response), 0)::BIGINT                   AS thinking_chars,
  count(*) FILTER (WHERE record_type = 'queue-operation')                               AS queue_operations,
  count(*) FILTER (WHERE record_type = 'file-history-snapshot')                         AS file_history_snapshots,
  count(*) FILTER (WHERE record_type = 'progress')                                      AS progress
FROM judged
GROUP BY group_key
