-- What was tried for a file and failed, was undone, dropped or taken back?
-- One row per attempt, the newest first, with the number of all.
WITH calls AS (
  SELECT
    event.*,
    ends_with('/' || replace(nfc_normalize(event.file_path), '\', '/'), '/' || ltrim(replace(nfc_normalize($file::VARCHAR), '\', '/'), '/')) AS is_of_file
  FROM events AS event
  WHERE event.kind = 'tool_call' AND NOT event.is_copy
),
named AS (
  SELECT DISTINCT file_path AS path FROM calls WHERE is_of_file
),
projects AS (
  SELECT DISTINCT sessions.project FROM calls JOIN sessions ON sessions.session_id = calls.session_id WHERE calls.is_of_file
),
failed AS (
  SELECT calls.*
  FROM calls
  JOIN events AS result
    ON result.tool_use_id = calls.tool_use_id AND result.session_id = calls.session_id AND result.kind = 'tool_result'
  WHERE result.is_error AND NOT coalesce(result.permission IN ('refused', 'denied', 'interrupted', 'cancelled'), false)
    AND (
      calls.is_of_file
      -- A command that names a file of this name, in a project that has the file.
      OR (
        calls.tool_name IN ('Bash', 'PowerShell')
        AND contains(calls.body, $name::VARCHAR)
        AND regexp_matches(calls.body, '(^|[^\w.-])' || regexp_escape($name::VARCHAR) || '($|[^\w-])')
        AND calls.session_id IN (SELECT session_id FROM sessions WHERE project IN (SELECT project FROM projects))
      )
    )
),
undone AS (
  -- The record of a version is that of the result. Edits of one commit are one attempt.
  SELECT
    calls.session_id, calls.commit_id, calls.file_path,
    any_value(calls.tool_name) AS tool_name, max(calls.occurred_at) AS occurred_at,
    arg_max(struct_pack(source_id := calls.source_id, line := calls.line, block := calls.block), calls.line) AS last,
    count(*) AS edits, sum(version.added)::BIGINT AS added
  FROM object_versions AS version
  JOIN events AS result ON result.source_id = version.source_id AND result.line = version.line AND result.kind = 'tool_result'
  JOIN calls ON calls.tool_use_id = result.tool_use_id AND calls.session_id = result.session_id
  WHERE version.is_change AND version.surviving = 0 AND version.added > 0 AND version.path IN (SELECT path FROM named)
  GROUP BY calls.session_id, calls.commit_id, calls.file_path
),
attempts AS (
  SELECT
    CASE WHEN is_of_file THEN 'failed call' ELSE 'failed command' END AS kind,
    tool_name AS given_by, left(coalesce(body, ''), 2000) AS what, coalesce(file_path, '') AS path,
    session_id, commit_id, occurred_at, source_id, line, block
  FROM failed
  UNION ALL
  SELECT
    'replaced or undone edit', tool_name, format('edits: {}, lines written: {}, left at the end of the session: 0', edits, added),
    file_path, session_id, commit_id, occurred_at, last.source_id, last.line, last.block
  FROM undone
  UNION ALL
  SELECT
    CASE type WHEN 'rejection' THEN 'rejection' ELSE status || ' decision' END,
    origin, summary, list_intersect(files, (SELECT list(path) FROM named))[1], session_id, commit_id, occurred_at, source_id, line, block
  FROM thinking_events
  WHERE (type = 'rejection' OR (type = 'decision' AND status IN ('reverted', 'contradicted')))
    AND list_has_any(files, (SELECT list(path) FROM named))
)
SELECT
  attempts.kind                                    AS kind,
  attempts.given_by                                AS given_by,
  attempts.what                                    AS what,
  attempts.path                                    AS path,
  attempts.session_id                              AS session_id,
  coalesce(sessions.title, attempts.session_id)    AS title,
  attempts.commit_id                               AS commit_id,
  attempts.occurred_at                             AS occurred_at,
  attempts.source_id                               AS source_id,
  attempts.line                                    AS line,
  count(*) OVER ()                                 AS total
FROM attempts
LEFT JOIN sessions ON sessions.session_id = attempts.session_id
ORDER BY attempts.occurred_at DESC NULLS LAST, attempts.source_id DESC, attempts.line DESC, attempts.block DESC, attempts.kind
LIMIT $limit::BIGINT
