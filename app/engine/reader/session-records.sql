-- What do the commits of a session contain, record by record, for reading them as a conversation?
-- One row per record that may be shown, in the order of the artifacts. Text that many rows have in common is given once: the commit in the
-- first row of the commit, the columns from source_id to class_by_rule in the first row with that shape.
WITH numbered AS (
  SELECT
    records.*,
    row_number() OVER (PARTITION BY records.commit_id ORDER BY sources.role DESC, sources.file, records.byte_offset) - 1 AS place
  FROM records
  JOIN sources ON sources.source_id = records.source_id
  WHERE records.session_id = $session::VARCHAR AND records.commit_id IS NOT NULL AND NOT records.is_copy
),
shown AS (
  SELECT
    numbered.commit_id                                              AS commit_id,
    numbered.place                                                  AS place,
    numbered.source_id                                              AS source_id,
    numbered.line                                                   AS line,
    numbered.file_line                                              AS file_line,
    numbered.record_type                                            AS record_type,
    numbered.subtype                                                AS subtype,
    numbered.class                                                  AS class,
    numbered.rule                                                   AS rule,
    corrections.class_by_rule                                       AS class_by_rule,
    numbered.occurred_at                                            AS occurred_at,
    numbered.text_blocks > 0 OR numbered.thinking_blocks > 0 OR numbered.tool_uses > 0 OR numbered.has_image AS has_others,
    CASE WHEN numbered.class = 'compaction' THEN numbered.detail END AS detail
  FROM numbered
  LEFT JOIN corrections ON corrections.source_id = numbered.source_id AND corrections.line = numbered.line
  WHERE numbered.class NOT IN ('bookkeeping', 'title', 'unknown') OR numbered.record_type = 'attachment'
),
shapes AS (
  SELECT
    *,
    dense_rank() OVER (ORDER BY source_id, record_type, subtype, class, rule, class_by_rule) AS shape
  FROM shown
),
marked AS (
  SELECT
    *,
    row_number() OVER (PARTITION BY shape ORDER BY commit_id, place) = 1     AS is_new_shape,
    row_number() OVER (PARTITION BY commit_id ORDER BY place) = 1            AS is_new_commit
  FROM shapes
)
SELECT
  CASE WHEN is_new_commit THEN commit_id END     AS commit_id,
  place                                          AS place,
  line                                           AS line,
  file_line                                      AS file_line,
  occurred_at                                    AS occurred_at,
  has_others                                     AS has_others,
  detail                                         AS detail,
  shape                                          AS shape,
  CASE WHEN is_new_shape THEN source_id END      AS source_id,
  CASE WHEN is_new_shape THEN record_type END    AS record_type,
  CASE WHEN is_new_shape THEN subtype END        AS subtype,
  CASE WHEN is_new_shape THEN class END          AS class,
  CASE WHEN is_new_shape THEN rule END           AS rule,
  CASE WHEN is_new_shape THEN class_by_rule END  AS class_by_rule
FROM marked
ORDER BY marked.commit_id, place
