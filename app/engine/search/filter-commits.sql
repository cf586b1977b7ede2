-- Which commits can have matches, as the filters say?
-- One row per commit. Each filter that is given restricts; of its values one has to fit.
WITH wanted AS (
  SELECT commits.commit_id, commits.session_id
  FROM commits
  LEFT JOIN sessions ON sessions.session_id = commits.session_id
  WHERE commits.chain <> 'replaced'
    AND ($sessions::VARCHAR[] IS NULL OR list_bool_or([starts_with(lower(nfc_normalize(commits.session_id)), s) FOR s IN $sessions::VARCHAR[]]))
    AND ($not_sessions::VARCHAR[] IS NULL OR NOT list_bool_or([starts_with(lower(nfc_normalize(commits.session_id)), s) FOR s IN $not_sessions::VARCHAR[]]))
    AND ($projects::VARCHAR[] IS NULL OR list_bool_or([contains(lower(nfc_normalize(coalesce(sessions.project, ''))), p) FOR p IN $projects::VARCHAR[]]))
    AND ($not_projects::VARCHAR[] IS NULL OR NOT list_bool_or([contains(lower(nfc_normalize(coalesce(sessions.project, ''))), p) FOR p IN $not_projects::VARCHAR[]]))
    AND ($branches::VARCHAR[] IS NULL OR list_bool_or([contains(lower(nfc_normalize(coalesce(commits.git_branch, sessions.git_branch, ''))), b) FOR b IN $branches::VARCHAR[]]))
    AND ($not_branches::VARCHAR[] IS NULL OR NOT list_bool_or([contains(lower(nfc_normalize(coalesce(commits.git_branch, sessions.git_branch, ''))), b) FOR b IN $not_branches::VARCHAR[]]))
    AND ($models::VARCHAR[] IS NULL OR list_bool_or([contains(lower(nfc_normalize(array_to_string(commits.models, ' '))), m) FOR m IN $models::VARCHAR[]]))
    AND ($not_models::VARCHAR[] IS NULL OR NOT list_bool_or([contains(lower(nfc_normalize(array_to_string(commits.models, ' '))), m) FOR m IN $not_models::VARCHAR[]]))
    AND ($since::BIGINT IS NULL OR commits.ended_at >= make_timestamptz($since::BIGINT * 1000))
    AND ($until::BIGINT IS NULL OR commits.started_at < make_timestamptz($until::BIGINT * 1000))
),
calls AS (
  SELECT session_id, tool_use_id, any_value(lower(nfc_normalize(tool_name))) AS tool_name, any_value(lower(nfc_normalize(file_path))) AS file_path
  FROM events
  WHERE $by_texts::BOOLEAN AND kind = 'tool_call'
  GROUP BY session_id, tool_use_id
),
texts AS (
  SELECT
    events.commit_id,
    coalesce(lower(nfc_normalize(events.tool_name)), calls.tool_name, '')        AS tool_name,
    coalesce(lower(nfc_normalize(events.file_path)), calls.file_path, '')        AS file_path,
    events.is_error AND NOT is_refusal(events.permission)  AS is_error
  FROM events
  LEFT JOIN calls ON calls.tool_use_id = events.tool_use_id AND calls.session_id = events.session_id
  WHERE $by_texts::BOOLEAN AND NOT events.is_copy
)
SELECT
  wanted.commit_id   AS commit_id,
  wanted.session_id  AS session_id
FROM wanted
WHERE NOT $by_texts::BOOLEAN
   OR wanted.commit_id IN (
     SELECT commit_id
     FROM texts
     WHERE ($tools::VARCHAR[] IS NULL OR list_contains($tools::VARCHAR[], tool_name))
       AND ($files::VARCHAR[] IS NULL OR list_bool_or([contains(file_path, f) FOR f IN $files::VARCHAR[]]))
       AND (NOT $failed::BOOLEAN OR is_error)
   )
