-- What is known of these commits?
-- One row per commit, in no order.
SELECT
  commit_id     AS commit_id,
  parent_id     AS parent_id,
  session_id    AS session_id,
  chain         AS chain,
  position      AS position,
  commit_type   AS commit_type,
  checkpoint    AS checkpoint,
  artifact_hash AS artifact_hash,
  record_hash   AS record_hash,
  format        AS format,
  template      AS template,
  principal     AS principal,
  summary       AS summary,
  created_at    AS created_at,
  started_at    AS started_at,
  ended_at      AS ended_at,
  records       AS records,
  bytes         AS bytes,
  human_prompts AS human_prompts,
  responses     AS responses,
  tool_calls    AS tool_calls,
  errors        AS errors,
  models        AS models,
  preserved     AS preserved,
  branch_of     AS branch_of,
  commit_id IN (SELECT commit_id FROM pins) AS pinned
FROM commits
WHERE commit_id IN (SELECT unnest($commits::VARCHAR[]))
