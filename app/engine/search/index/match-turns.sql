-- Which passages have some of the words, in turns that have at least the wanted number of them? In these turns alone, when some are named.
-- One row per passage, with a bit for each word; turns with most words first.
WITH found AS MATERIALIZED (
  SELECT words.key AS word, bags.rowid AS id
  FROM json_each(@bags) AS words, bags
  WHERE bags MATCH words.value
),
placed AS MATERIALIZED (
  SELECT found.word, found.id, passages.turn, passages.number, passages.session_id
  FROM found
  JOIN passages ON passages.id = found.id
  WHERE passages.number IS NOT NULL
    AND (@turns IS NULL OR passages.turn IN (SELECT value FROM json_each(@turns)))
    AND (@commits IS NULL OR passages.number IN (SELECT number FROM commits WHERE commit_id IN (SELECT value FROM json_each(@commits))))
),
turns AS MATERIALIZED (
  SELECT turn, count(DISTINCT word) AS words
  FROM placed
  GROUP BY turn
  HAVING count(DISTINCT word) >= @least
),
some AS MATERIALIZED (
  SELECT placed.id, placed.turn, placed.number, placed.session_id, turns.words, count(*) AS own, sum(1 << placed.word) AS bits
  FROM placed
  JOIN turns ON turns.turn = placed.turn
  GROUP BY placed.id
  ORDER BY turns.words DESC, own DESC, placed.id DESC
  LIMIT @limit
)
SELECT
  some.id                AS id,
  some.own               AS score,
  some.session_id        AS sessionId,
  some.turn              AS turn,
  commits.commit_id      AS commitId,
  commits.artifact_hash  AS artifactHash,
  commits.format         AS format,
  commits.records        AS records,
  passages.pieces        AS pieces,
  some.bits              AS bits,
  some.words             AS words
FROM some
JOIN passages ON passages.id = some.id
JOIN commits ON commits.number = some.number
ORDER BY some.words DESC, some.own DESC, some.id DESC
