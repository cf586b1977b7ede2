-- What did agents do with these files?
-- One row per file. Its size is that of the largest output that showed it, or input that wrote it: about as large as the file.
WITH grouped AS (
  SELECT unnest($sessions::VARCHAR[]) AS session_id, unnest($groups::VARCHAR[]) AS session_group
),
spelled AS (
  SELECT unnest($path_groups::VARCHAR[]) AS session_group, unnest($paths::VARCHAR[]) AS file_path, unnest($ids::VARCHAR[]) AS object_id
),
calls AS (
  SELECT events.*, object_id
  FROM events
  JOIN grouped ON grouped.session_id = events.session_id
  JOIN spelled ON spelled.session_group = grouped.session_group AND spelled.file_path = events.file_path
  WHERE kind = 'tool_call' AND NOT is_copy AND NOT list_contains($finders::VARCHAR[], tool_name)
),
results AS (
  SELECT session_id, tool_use_id, sum(chars)::BIGINT AS chars, bool_or(is_error) AS is_error
  FROM events
  WHERE kind = 'tool_result'
    AND NOT is_copy
    AND tool_use_id IN (SELECT tool_use_id FROM calls)
  GROUP BY session_id, tool_use_id
),
uses AS (
  SELECT
    calls.*,
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
  object_id                                                                              AS id,
  max_by(file_path, (coalesce(occurred_at, '-infinity'), line))                          AS path,
  max_by(session_id, (coalesce(occurred_at, '-infinity'), line))                         AS session_id,
  max_by(commit_id, (coalesce(occurred_at, '-infinity'), line))                          AS commit_id,
  count(*) FILTER (WHERE has_changed)
    + coalesce(min_by(tool_name, (coalesce(occurred_at, '-infinity'), line)) <> 'Write', true)::BIGINT AS versions,
  max(shown_chars)                                                                       AS chars,
  count(DISTINCT session_id)                                                             AS sessions,
  max(occurred_at)                                                                       AS last_at
FROM uses
GROUP BY object_id
