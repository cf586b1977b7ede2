-- What do the commits of each session take, against what they would take if each held all that the agent saw?
-- One new row per session, main chain or sub-agents, quarter of an hour of the commits' last records, and models that answered in them.
INSERT INTO storage_counts BY NAME
WITH RECURSIVE shown AS (
  SELECT
    commits.*,
    -- A chain of commits without a branch: each continues the one before it.
    sum(CASE WHEN commits.branch_of IS NOT NULL OR commits.parent_id IS NULL OR commits.commit_type <> 'delta' OR before.commit_id IS NULL THEN 1 ELSE 0 END)
      OVER (PARTITION BY commits.session_id, commits.chain ORDER BY commits.position) AS segment
  FROM commits
  LEFT JOIN commits AS before ON before.commit_id = commits.parent_id AND before.session_id = commits.session_id AND before.chain = commits.chain
  WHERE commits.chain <> 'replaced'
),
summed AS (
  SELECT
    *,
    sum(bytes) OVER segment_order AS bytes_so_far,
    first_value(commit_id) OVER segment_order AS first_id,
    first_value(CASE WHEN commit_type = 'delta' THEN parent_id END) OVER segment_order AS base_id
  FROM shown
  WINDOW segment_order AS (PARTITION BY session_id, chain, segment ORDER BY position ROWS UNBOUNDED PRECEDING)
),
-- What the first commit of a segment stands on: back to the nearest compaction or snapshot, or the root.
bases(segment_id, base_id, base_bytes) AS (
  SELECT DISTINCT first_id, base_id, 0::HUGEINT FROM summed
  UNION ALL
  SELECT bases.segment_id, parent.base_id, bases.base_bytes + parent.bytes_so_far
  FROM bases
  JOIN summed AS parent ON parent.commit_id = bases.base_id
),
below AS (
  SELECT segment_id, max(base_bytes) AS base_bytes FROM bases GROUP BY segment_id
),
placed AS (
  SELECT artifact_hash, sum(stored_bytes) AS stored_bytes FROM artifacts GROUP BY artifact_hash
),
owned AS (
  SELECT hash, commit_id, stored_bytes
  FROM (
    SELECT artifact_hash AS hash, arg_min(commit_id, (created_at, session_id, position)) AS commit_id FROM shown GROUP BY artifact_hash
    UNION ALL
    SELECT record_hash, min(commit_id) FROM shown GROUP BY record_hash
  )
  JOIN placed ON placed.artifact_hash = hash
),
stored AS (
  SELECT commit_id, sum(stored_bytes) AS stored_bytes FROM owned GROUP BY commit_id
)
SELECT
  session_id                                    AS session_id,
  chain = 'main'                                AS is_main,
  TRY_CAST((epoch_us(ended_at) - (epoch_us(ended_at) % 900_000_000 + 900_000_000) % 900_000_000) // 900_000_000 AS INTEGER) AS quarter,
  models                                        AS models,
  count(*)                                      AS commits,
  sum(bytes)                                    AS commit_bytes,
  sum(coalesce(stored_bytes, 0))                AS stored_bytes,
  sum(base_bytes + bytes_so_far)                AS snapshot_bytes
FROM summed
JOIN below ON below.segment_id = first_id
LEFT JOIN stored USING (commit_id)
GROUP BY ALL
