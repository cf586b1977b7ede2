-- What do records say about files, and in which commits?
-- One row per step. Other statements choose among these rows.
SELECT
  recorded.*,
  commits.chain              AS chain,
  commits.artifact_hash      AS artifact_hash,
  commits.format             AS format,
  coalesce(sources.root, '') AS root,
  commits.position           AS position
FROM (
  FROM recorded_steps
) AS recorded
JOIN commits ON commits.commit_id = recorded.commit_id AND commits.chain <> 'replaced'
LEFT JOIN sources ON sources.source_id = recorded.source_id
