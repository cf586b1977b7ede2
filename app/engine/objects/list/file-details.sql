-- What did agents do with the files of these paths?
-- One row per session, folder of transcripts and path. The size is that of the largest output that showed it, or input that wrote it.
WITH calls AS (
  SELECT *
  FROM events
  WHERE kind = 'tool_call'
    AND NOT is_copy
    AND file_path IN (SELECT unnest($paths::VARCHAR[]))
    AND NOT list_contains($finders::VARCHAR[], tool_name)
),
results AS (
  SELECT session_id, tool_use_id, sum(chars)::BIGINT AS chars, bool_or(is_error) AS is_error
  FROM events
  WHERE kind = 'tool_result'
    AND NOT is_copy
    AND session_id IN (SELECT session_id FROM calls)
    AND tool_use_id IN (SELECT tool_use_id FROM calls)
  GROUP BY session_id, tool_use_id
),
uses AS (
  SELECT
    calls.*,
    (coalesce(calls.occurred_at, '-infinity'::TIMESTAMPTZ), calls.line) AS used,
    list_contains($changers::VARCHAR[], tool_name) AND coalesce(NOT results.is_error, false) AS has_changed,
    CASE
      WHEN results.is_error THEN NULL
      WHEN list_contains($readers::VARCHAR[], tool_name) THEN results.chars
      WHEN tool_name = 'Write' THEN calls.chars
    END AS shown_chars
  FROM calls
  LEFT JOIN results ON results.session_id = calls.session_id AND results.tool_use_id = calls.tool_use_id
)
SELECT
  uses.session_id                                         AS session_id,
  coalesce(root, '')                                      AS root,
  file_path                                               AS path,
  max_by(commit_id, used)                                AS commit_id,
  count(*) FILTER (WHERE has_changed)                     AS changes,
  coalesce(min_by(tool_name, used) = 'Write', false)     AS is_made,
  max(shown_chars)                                        AS chars,
  min(occurred_at)                                        AS first_at,
  max(occurred_at)                                        AS last_at
FROM uses
LEFT JOIN sources ON sources.source_id = uses.source_id
GROUP BY uses.session_id, root, file_path
