-- Where did a session go back to an earlier commit and continue on another branch?
-- One row per commit that begins such a branch and has a time, in the order of time. In an added session it is each further child of a commit in its chain.
WITH placed AS (
  SELECT
    commit_id, parent_id, chain, started_at, summary, branch_of, commit_type,
    lag(commit_id) OVER (PARTITION BY chain ORDER BY position)                AS left_commit_id,
    row_number() OVER (PARTITION BY chain, parent_id ORDER BY position)       AS child
  FROM commits
  WHERE session_id = $session::VARCHAR AND chain <> 'replaced' AND commit_type <> 'snapshot'
),
prompts AS (
  SELECT commit_id, arg_min(left(body, 400), (occurred_at, line, block)) AS prompt
  FROM events
  WHERE session_id = $session::VARCHAR AND kind = 'prompt' AND NOT is_copy
  GROUP BY commit_id
)
SELECT
  placed.started_at                              AS occurred_at,
  placed.chain                                   AS chain,
  placed.commit_id                               AS commit_id,
  coalesce(prompts.prompt, placed.summary)       AS label,
  parents.ended_at                               AS from_at,
  placed.left_commit_id                          AS left_commit_id,
  refs.name                                      AS left_ref
FROM placed
LEFT JOIN prompts USING (commit_id)
LEFT JOIN commits AS parents ON parents.commit_id = placed.parent_id
LEFT JOIN refs ON refs.commit_id = placed.left_commit_id AND refs.kind = 'rewind'
WHERE placed.started_at IS NOT NULL
  AND (
    placed.branch_of = 'rewind'
    OR (starts_with($session::VARCHAR, 'live/') AND placed.parent_id IS NOT NULL AND placed.child > 1)
  )
ORDER BY placed.started_at, placed.commit_id
