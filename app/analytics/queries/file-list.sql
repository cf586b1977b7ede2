-- Which files did agents read or change, how often, and when?
-- One row per file, those touched last first; with the number of all that match.
WITH calls AS (
  SELECT
    file_path    AS path,
    session_id   AS session_id,
    tool_use_id  AS tool_use_id,
    occurred_at  AS occurred_at,
    tool_name    AS tool_name
  FROM events
  WHERE kind = 'tool_call'
    AND NOT is_copy
    AND file_path IS NOT NULL
    AND NOT list_contains($finders::VARCHAR[], tool_name)
    AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
    AND ($project::VARCHAR IS NULL OR session_id IN (SELECT session_id FROM sessions WHERE nfc_normalize(project) = nfc_normalize($project::VARCHAR)))
    AND ($text::VARCHAR IS NULL OR contains(lower(replace(nfc_normalize(file_path), '\', '/')), lower(replace(nfc_normalize($text::VARCHAR), '\', '/'))))
),
results AS (
  SELECT session_id, tool_use_id, bool_or(is_error AND NOT is_refusal(permission)) AS is_error, bool_or(is_refusal(permission)) AS is_refused
  FROM events
  WHERE kind = 'tool_result' AND NOT is_copy
  GROUP BY session_id, tool_use_id
),
-- What a call without a result did is not known; a refused call did nothing, and did not fail.
files AS (
  SELECT
    path,
    count(*) FILTER (WHERE NOT is_error AND NOT is_refused AND list_contains($readers::VARCHAR[], tool_name)) AS reads,
    count(*) FILTER (WHERE NOT is_error AND NOT is_refused AND list_contains($changers::VARCHAR[], tool_name)) AS changes,
    count(*) FILTER (WHERE is_error)                                                        AS failed,
    count(*)                                                                                AS calls,
    count(DISTINCT calls.session_id)                                                        AS sessions,
    min(occurred_at)                                                                        AS first_at,
    max(occurred_at)                                                                        AS last_at
  FROM calls
  LEFT JOIN results ON results.session_id = calls.session_id AND results.tool_use_id = calls.tool_use_id
  GROUP BY path
)
SELECT
  path                     AS path,
  reads                    AS reads,
  changes                  AS changes,
  failed                   AS failed,
  calls                    AS calls,
  sessions                 AS sessions,
  first_at                 AS first_at,
  last_at                  AS last_at,
  count(*) OVER ()::BIGINT AS total
FROM files
ORDER BY last_at DESC NULLS LAST, path
LIMIT $limit::BIGINT
OFFSET $offset::BIGINT
