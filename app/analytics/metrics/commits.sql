-- List the commits, with the size of each.
-- One row per commit, the newest first. With a model: the commits in which it replied.
SELECT
  commits.session_id   AS session_id,
  commits.chain        AS chain,
  commits.commit_type  AS commit_type,
  commits.ended_at     AS ended_at,
  commits.bytes        AS bytes,
  coalesce(nullif(array_to_string(commits.models, ', '), ''), '(none)') AS models,
  commits.commit_id    AS commit_id
FROM commits
JOIN (
  FROM chosen_sessions
) AS sessions USING (session_id)
WHERE commits.chain <> 'replaced'
  AND ($chains::VARCHAR = 'both' OR (commits.chain = 'main') = ($chains::VARCHAR = 'main'))
  AND ($agent_number::INTEGER IS NULL OR (commits.session_id, commits.chain) IN (FROM chains_of_agent_type))
  AND ($since_ms::BIGINT IS NULL OR commits.ended_at >= make_timestamptz($since_ms::BIGINT * 1000))
  AND ($until_ms::BIGINT IS NULL OR commits.ended_at < make_timestamptz($until_ms::BIGINT * 1000))
  AND ($model::VARCHAR IS NULL OR CASE $model::VARCHAR WHEN '(none)' THEN len(commits.models) = 0 ELSE list_contains([nfc_normalize(model) FOR model IN commits.models], nfc_normalize($model::VARCHAR)) END)
ORDER BY commits.ended_at DESC NULLS LAST, commits.session_id, commits.position DESC, commits.commit_id
