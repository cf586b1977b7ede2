-- Which calls read or changed a file, and what came of each?
-- One row per call, the newest first; with the number of all.
WITH calls AS (
  SELECT *
  FROM events
  WHERE kind = 'tool_call'
    AND NOT is_copy
    AND nfc_normalize(file_path) = nfc_normalize($path::VARCHAR)
    AND NOT list_contains($finders::VARCHAR[], tool_name)
    AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
),
results AS (
  SELECT session_id, tool_use_id, bool_or(is_error) AS is_error, bool_or(is_refusal(permission)) AS is_refused
  FROM events
  WHERE kind = 'tool_result' AND NOT is_copy AND tool_use_id IN (SELECT tool_use_id FROM calls)
  GROUP BY session_id, tool_use_id
)
SELECT
  calls.source_id                                                            AS source_id,
  calls.line                                                                 AS line,
  coalesce(records.file_line, calls.line)                                    AS file_line,
  calls.block::BIGINT                                                        AS block,
  CASE
    WHEN list_contains($changers::VARCHAR[], calls.tool_name) THEN 'change'
    WHEN list_contains($readers::VARCHAR[], calls.tool_name) THEN 'read'
    ELSE 'other'
  END                                                                        AS kind,
  calls.tool_name                                                            AS tool_name,
  CASE
    WHEN results.session_id IS NULL THEN 'no result'
    WHEN results.is_refused THEN 'refused'
    WHEN results.is_error THEN 'error'
    ELSE 'result'
  END                                                                        AS outcome,
  calls.session_id                                                           AS session_id,
  coalesce(sessions.title, calls.session_id)                                 AS title,
  calls.chain                                                                AS chain,
  calls.commit_id                                                            AS commit_id,
  calls.occurred_at                                                          AS occurred_at,
  count(*) OVER ()::BIGINT                                                   AS total
FROM calls
LEFT JOIN records ON records.source_id = calls.source_id AND records.line = calls.line AND records.file_line <> records.line
LEFT JOIN results ON results.session_id = calls.session_id AND results.tool_use_id = calls.tool_use_id
LEFT JOIN sessions ON sessions.session_id = calls.session_id
ORDER BY calls.occurred_at DESC NULLS LAST, calls.source_id, calls.line DESC, calls.block DESC
LIMIT $limit::BIGINT
OFFSET $offset::BIGINT
