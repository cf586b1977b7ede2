-- What did others do to the files of a chain: sub-agents, branches that were left, other sessions?
-- One row per change, in the order of time. A path is that of the chain; without one, a command may have changed the files of its effect.
WITH chain AS (
  SELECT unnest($commits::VARCHAR[]) AS commit_id
),
home AS (
  SELECT min(session_id) AS session_id FROM commits WHERE commit_id = $tip::VARCHAR
),
known AS (
  SELECT object_id, any_value(path) AS path
  FROM object_steps
  SEMI JOIN chain USING (commit_id)
  WHERE object_id IS NOT NULL
  GROUP BY object_id
),
changes AS (
  SELECT commit_id, source_id, line, ordinal, occurred_at, path, effect, false AS is_of_other_session
  FROM object_steps
  ANTI JOIN chain USING (commit_id)
  WHERE session_id = (SELECT session_id FROM home) AND step NOT IN ('whole', 'part', 'bytes', 'absent', 'sought')
  UNION ALL
  SELECT commit_id, source_id, line, ordinal, occurred_at, to_path AS path, effect, false
  FROM object_steps
  ANTI JOIN chain USING (commit_id)
  WHERE session_id = (SELECT session_id FROM home) AND step = 'moved'
  UNION ALL
  SELECT commit_id, source_id, line, ordinal, occurred_at, known.path AS path, effect, true
  FROM object_steps
  ANTI JOIN chain USING (commit_id)
  JOIN known USING (object_id)
  WHERE session_id <> (SELECT session_id FROM home) AND step IN ('written', 'edited', 'gone', 'moved')
)
SELECT
  commit_id            AS commit_id,
  source_id            AS source_id,
  line                 AS line,
  occurred_at          AS occurred_at,
  path                 AS path,
  effect               AS effect,
  is_of_other_session  AS is_of_other_session
FROM changes
WHERE occurred_at IS NOT NULL
ORDER BY occurred_at, source_id, line, ordinal
