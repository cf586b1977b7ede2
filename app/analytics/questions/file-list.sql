-- Which files did agents read or change, how often, and when?
-- One row per file, those touched last first; with the number of all that match.
WITH calls AS (
  SELECT
    file_path    AS path,
    session_id   AS session_id,
    tool_use_id  AS tool_use_id,
    occurred_at  AS occurred_at,
    tool_name IN ('Write', 'Edit', 'MultiEdit', 'NotebookEdit')  AS changes
  FROM events
  WHERE kind = 'tool_call'
    AND NOT is_copy
    AND file_path IS NOT NULL
    AND tool_name NOT IN ('Grep', 'Glob', 'LS')
    AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
    AND ($project::VARCHAR IS NULL OR session_id IN (SELECT session_id FROM sessions WHERE project = $project::VARCHAR))
    AND ($text::VARCHAR IS NULL OR contains(lower(replace(file_path, '\', '/')), lower(replace($text::VARCHAR, '\', '/'))))
),
failures AS (
  SELECT session_id, tool_use_id
  FROM events
  WHERE kind = 'tool_result' AND is_error AND NOT is_copy
  GROUP BY session_id, tool_use_id
),
files AS (
  SELECT
    path,
    count(*) FILTER (WHERE NOT changes AND failures.session_id IS NULL)  AS reads,
    count(*) FILTER (WHERE changes AND failures.session_id IS NULL)      AS changes,
    count(*) FILTER (WHERE failures.session_id IS NOT NULL)              AS failed,
    count(DISTINCT calls.session_id)                                     AS sessions,
    min(occurred_at)                                                     AS first_at,
    max(occurred_at)                                                     AS last_at
  FROM calls
  LEFT JOIN failures ON failures.session_id = calls.session_id AND failures.tool_use_id = calls.tool_use_id
  GROUP BY path
)
SELECT
  path                     AS path,
  reads                    AS reads,
  changes                  AS changes,
  failed                   AS failed,
  sessions                 AS sessions,
  first_at                 AS first_at,
  last_at                  AS last_at,
  count(*) OVER ()::BIGINT AS total
FROM files
ORDER BY last_at DESC NULLS LAST, path
LIMIT $limit::BIGINT
OFFSET $offset::BIGINT
