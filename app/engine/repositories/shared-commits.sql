-- Which commits of Git did sessions see in folders, and when were they made there?
-- One row per session, folder and commit that another folder has too. Commits are compared by their first seven digits.
WITH seen AS (
  SELECT
    git_commits.session_id           AS session_id,
    coalesce(sources.root, '')       AS root,
    folder                           AS folder,
    left(git_hash, 7)                AS short_hash,
    min(occurred_at) FILTER (is_made)     AS made_at,
    max(occurred_at) FILTER (NOT is_made) AS seen_at
  FROM git_commits
  LEFT JOIN sources USING (source_id)
  GROUP BY ALL
)
SELECT
  session_id  AS session_id,
  root        AS root,
  folder      AS folder,
  short_hash  AS short_hash,
  made_at     AS made_at,
  seen_at     AS seen_at
FROM seen
QUALIFY min(concat_ws(' ', root, folder)) OVER (PARTITION BY short_hash) <> max(concat_ws(' ', root, folder)) OVER (PARTITION BY short_hash)
ORDER BY short_hash, folder, session_id
