-- Which events do these commits of captured agents and other programs have, and where is the call of each result?
-- One row per event, in the order of its commit. What the transcript of the same session says too counts there alone.
WITH made AS (
  SELECT commit_id, coalesce(parent_id, commit_id) AS parent_id, session_id, client_version, artifact_hash, format
  FROM commits
  WHERE commit_id IN (SELECT unnest($commits::VARCHAR[])) AND starts_with(session_id, 'live/') AND chain <> 'replaced'
),
calls AS (
  SELECT
    events.session_id,
    events.tool_use_id,
    events.chain,
    events.line,
    commits.commit_id,
    coalesce(commits.parent_id, commits.commit_id) AS parent_id,
    commits.artifact_hash,
    commits.format
  FROM events
  JOIN commits ON commits.commit_id = events.source_id AND commits.chain <> 'replaced'
  WHERE events.kind = 'tool_call' AND NOT events.is_copy AND events.session_id IN (SELECT session_id FROM made)
),
told AS (
  SELECT DISTINCT 'live/' || session_id AS session_id, tool_use_id
  FROM events
  WHERE kind = 'tool_result' AND tool_use_id IS NOT NULL AND session_id IN (SELECT substr(session_id, 6) FROM made)
)
SELECT
  events.commit_id                           AS commit_id,
  events.source_id                           AS source_id,
  events.line                                AS line,
  events.session_id                          AS session_id,
  events.occurred_at                         AS occurred_at,
  told.session_id IS NULL
    AND (events.kind IN ('tool_call', 'tool_result') OR (events.kind = 'system' AND events.subtype = 'init')) AS may_say,
  made.client_version                        AS client_version,
  made.parent_id                             AS parent_id,
  made.artifact_hash                         AS artifact_hash,
  made.format                                AS format,
  calls.commit_id                            AS call_commit,
  calls.line                                 AS call_line,
  calls.parent_id                            AS call_parent,
  calls.artifact_hash                        AS call_artifact,
  calls.format                               AS call_format
-- A condition on one side of an outer join would make DuckDB compare every pair of rows.
FROM (SELECT *, CASE WHEN kind = 'tool_result' THEN tool_use_id END AS result_id FROM events) AS events
JOIN made ON made.commit_id = events.commit_id AND made.commit_id = events.source_id
LEFT JOIN told ON told.session_id = events.session_id AND told.tool_use_id = events.tool_use_id
LEFT JOIN calls
  ON calls.session_id = events.session_id AND calls.tool_use_id = events.result_id
WHERE NOT events.is_copy
QUALIFY row_number() OVER (PARTITION BY events.commit_id, events.line ORDER BY calls.chain = events.chain DESC, calls.commit_id, calls.line DESC) = 1
ORDER BY events.commit_id, events.line
