-- Which passages between two ids are the newest?
-- One row per passage of the page, with the counts of all.
WITH allowed AS MATERIALIZED (
  SELECT id, number, session_id, turn
  FROM passages
  WHERE id BETWEEN @from AND @to AND CASE
    WHEN number IS NULL THEN @titled = 1 AND (@sessions IS NULL OR session_id IN (SELECT value FROM json_each(@sessions)))
    WHEN @bag IS NOT NULL AND id NOT IN (SELECT rowid FROM bags WHERE bags MATCH @bag) THEN 0
    ELSE @commits IS NULL OR number IN (SELECT number FROM commits WHERE commit_id IN (SELECT value FROM json_each(@commits)))
  END
),
-- Each session has its first passage here, however many another one has.
placed AS (
  SELECT *, row_number() OVER (PARTITION BY session_id ORDER BY id DESC) AS place
  FROM allowed
),
newest AS (
  SELECT * FROM placed ORDER BY place > 1, id DESC LIMIT @limit
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
LEFT JOIN commits ON commits.number = newest.number
ORDER BY newest.id DESC
