-- Which stretch of its chain is each commit of the sessions of this batch in, with the commits that they inherited?
-- Makes a table for this batch. One row per commit of a chain. A stretch is a line of commits without a branch: it ends where a rewind leaves
-- it, and another begins with a compaction. A request reads its stretch, and those on the way from the compaction or the root to it.
CREATE OR REPLACE TEMP TABLE fact_stretches AS
WITH inherited AS (
  SELECT fact_batch.session_number, events.chain, events.commit_id, min(events.line) AS line
  FROM events
  JOIN fact_batch USING (session_id)
  JOIN commits ON commits.commit_id = events.commit_id
  WHERE events.is_copy AND events.rowid BETWEEN $events_first::BIGINT AND $events_last::BIGINT AND commits.session_id <> events.session_id
  GROUP BY ALL
),
members AS (
  SELECT session_number, chain, commit_id, parent_id, commit_type <> 'delta' OR coalesce(branch_of = 'spawn', false) AS is_beginning, true AS is_own, position
  FROM commits
  JOIN fact_batch USING (session_id)
  UNION ALL
  SELECT session_number, inherited.chain, commit_id, parent_id, commit_type <> 'delta' OR coalesce(branch_of = 'spawn', false), false, line
  FROM inherited
  JOIN commits USING (commit_id)
),
placed AS (
  SELECT
    *,
    lag(commit_id) OVER (PARTITION BY session_number, chain ORDER BY is_own, position, commit_id) AS before,
    count(*) OVER (PARTITION BY session_number, chain, parent_id) AS branches
  FROM members
)
SELECT
  session_number, chain, commit_id, parent_id, is_beginning, is_own,
  sum((is_beginning OR branches > 1 OR parent_id IS DISTINCT FROM before)::INTEGER) OVER (
    PARTITION BY session_number, chain ORDER BY is_own, position, commit_id ROWS UNBOUNDED PRECEDING
  )::INTEGER AS stretch
FROM placed
