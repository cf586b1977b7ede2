-- What do the commits of a session contain, record by record, for reading them as a conversation?
-- One row per record that may be shown, in the order of the artifacts. Lists have one entry per block, in the order of the blocks.
WITH numbered AS (
  SELECT
    records.*,
    sources.file AS file,
    row_number() OVER (PARTITION BY records.commit_id ORDER BY sources.role DESC, sources.file, records.byte_offset) - 1 AS place
  FROM records
  JOIN sources ON sources.source_id = records.source_id
  WHERE records.session_id = $session::VARCHAR AND records.commit_id IS NOT NULL AND NOT records.is_copy
),
blocks AS (
  SELECT
    source_id,
    line,
    list(coalesce(tool_use_id, '') ORDER BY block) FILTER (WHERE kind = 'tool_call')     AS calls,
    list(coalesce(tool_name, '') ORDER BY block) FILTER (WHERE kind = 'tool_call')       AS tools,
    list(coalesce(file_path, '') ORDER BY block) FILTER (WHERE kind = 'tool_call')       AS files,
    list(coalesce(tool_use_id, '') ORDER BY block) FILTER (WHERE kind = 'tool_result')   AS results,
    coalesce(bool_or((is_error AND NOT is_refusal(permission)) OR kind = 'error'), false) AS failed,
    count(*) FILTER (WHERE kind <> 'tool_result')                                         AS others,
    arg_min(left(body, 400), block) FILTER (WHERE kind = 'prompt')                        AS prompt
  FROM events
  WHERE session_id = $session::VARCHAR AND NOT is_copy
  GROUP BY source_id, line
)
SELECT
  numbered.commit_id                                       AS commit_id,
  numbered.chain                                           AS chain,
  numbered.place                                           AS place,
  numbered.file                                            AS source_file,
  numbered.source_id                                       AS source_id,
  numbered.line                                            AS line,
  numbered.record_type                                     AS record_type,
  numbered.subtype                                         AS subtype,
  numbered.class                                           AS class,
  numbered.rule                                            AS rule,
  corrections.class_by_rule                                AS class_by_rule,
  numbered.occurred_at                                     AS occurred_at,
  coalesce(blocks.calls, [])                               AS calls,
  coalesce(blocks.tools, [])                               AS tools,
  coalesce(blocks.files, [])                               AS files,
  coalesce(blocks.results, [])                             AS results,
  coalesce(blocks.failed, false)                           AS failed,
  coalesce(blocks.others, 0) > 0 OR numbered.has_image     AS has_others,
  CASE WHEN numbered.class = 'compaction' THEN numbered.detail ELSE blocks.prompt END AS words
FROM numbered
LEFT JOIN blocks ON blocks.source_id = numbered.source_id AND blocks.line = numbered.line
LEFT JOIN corrections ON corrections.source_id = numbered.source_id AND corrections.line = numbered.line
WHERE numbered.class NOT IN ('bookkeeping', 'title', 'unknown') OR numbered.record_type = 'attachment'
ORDER BY numbered.commit_id, numbered.place
