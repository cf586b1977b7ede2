-- What do the steps of records say?
-- One row per step. Other statements choose among these rows.
SELECT
  commit_id   AS commit_id,
  session_id  AS session_id,
  source_id   AS source_id,
  line        AS line,
  occurred_at AS occurred_at,
  step        AS step,
  path        AS path,
  to_path     AS to_path,
  effect      AS effect,
  source_hash AS source_hash,
  object_id   AS object_id,
  rowid       AS place
FROM object_steps
