-- What do records say about files?
-- One row per step. Other statements choose among these rows.
SELECT
  object_steps.commit_id     AS commit_id,
  object_steps.session_id    AS session_id,
  object_steps.source_id     AS source_id,
  object_steps.line          AS line,
  object_steps.occurred_at   AS occurred_at,
  object_steps.step          AS step,
  object_steps.path          AS path,
  object_steps.to_path       AS to_path,
  object_steps.effect        AS effect,
  object_steps.source_hash   AS source_hash,
  object_steps.object_id     AS object_id,
  commits.chain              AS chain,
  commits.artifact_hash      AS artifact_hash,
  commits.format             AS format,
  coalesce(sources.root, '') AS root,
  commits.position           AS position,
  object_steps.rowid         AS place
FROM object_steps
JOIN commits ON commits.commit_id = object_steps.commit_id AND commits.chain <> 'replaced'
LEFT JOIN sources ON sources.source_id = object_steps.source_id
