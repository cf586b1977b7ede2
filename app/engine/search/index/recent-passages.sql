-- Which passages are the newest?
-- One row per passage of the page, with the counts of all.
WITH allowed AS MATERIALIZED (
  SELECT id, number, session_id, turn
  FROM passages
  WHERE number IS NOT NULL
    AND (@commits IS NULL OR number IN (SELECT number FROM commits WHERE commit_id IN (SELECT value FROM json_each(@commits))))
),
newest AS (
  SELECT * FROM allowed ORDER BY id DESC LIMIT @limit
)
SELECT
  newest.id                                         AS id,
  1                                                 AS score,
  newest.session_id                                 AS sessionId,
  newest.turn                                       AS turn,
  commits.commit_id                                 AS commitId,
  commits.artifact_hash                             AS artifactHash,
  commits.format                                    AS format,
  commits.records                                   AS records,
  passages.pieces                                   AS pieces,
  (SELECT count(*) FROM allowed)                    AS total,
  (SELECT count(DISTINCT session_id) FROM allowed)  AS sessions
FROM newest
JOIN passages ON passages.id = newest.id
JOIN commits ON commits.number = newest.number
ORDER BY newest.id DESC
