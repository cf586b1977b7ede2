-- Which passages between two ids match, and how well? The newest are ranked when too many match.
-- One row per passage of the page, the best or the newest first, with the counts of all.
WITH bagged AS MATERIALIZED (
  SELECT rowid AS id, bm25(bags) AS score
  FROM bags
  WHERE bags MATCH @bag AND rowid BETWEEN @from AND @to
  ORDER BY rowid DESC
  LIMIT @most
),
spoken AS MATERIALIZED (
  SELECT rowid AS id, bm25(said, @title, @prompt, @response, @thinking, @call, @injected) AS score
  FROM said
  WHERE said MATCH @said AND rowid BETWEEN (SELECT min(id) FROM bagged) AND @to
  ORDER BY rowid DESC
  LIMIT @most
),
matched AS MATERIALIZED (
  SELECT bagged.id, @bagged * bagged.score + coalesce(spoken.score, 0) AS score, passages.number, passages.session_id, passages.turn
  FROM bagged
  JOIN passages ON passages.id = bagged.id
  LEFT JOIN spoken ON spoken.id = bagged.id
  WHERE (@spoken = 0 OR spoken.id IS NOT NULL)
    AND (@commits IS NULL
         OR passages.number IN (SELECT number FROM commits WHERE commit_id IN (SELECT value FROM json_each(@commits)))
         OR passages.number IS NULL AND passages.session_id IN (SELECT value FROM json_each(@sessions)))
),
-- Each session has its first passage here, however many another one has.
placed AS (
  SELECT *, row_number() OVER (PARTITION BY session_id ORDER BY iif(@newest, 0, score), id DESC) AS place
  FROM matched
),
best AS (
  SELECT * FROM placed ORDER BY place > 1, iif(@newest, 0, score), id DESC LIMIT @limit
)
SELECT
  best.id                                           AS id,
  -best.score                                       AS score,
  best.session_id                                   AS sessionId,
  best.turn                                         AS turn,
  commits.commit_id                                 AS commitId,
  commits.artifact_hash                             AS artifactHash,
  commits.format                                    AS format,
  commits.records                                   AS records,
  passages.pieces                                   AS pieces,
  (SELECT count(*) FROM matched)                    AS total,
  (SELECT count(DISTINCT session_id) FROM matched)  AS sessions
FROM best
JOIN passages ON passages.id = best.id
LEFT JOIN commits ON commits.number = best.number
ORDER BY iif(@newest, 0, best.score), best.id DESC
