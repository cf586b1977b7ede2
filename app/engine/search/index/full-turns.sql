-- Which turns have all words, in one or in several of their passages?
-- One row per turn.
WITH found AS MATERIALIZED (
  SELECT words.key AS word, bags.rowid AS id
  FROM json_each(@bags) AS words, bags
  WHERE bags MATCH words.value
)
SELECT
  passages.turn                          AS turn,
  min(passages.session_id)               AS sessionId,
  count(DISTINCT passages.id)            AS passages
FROM found
JOIN passages ON passages.id = found.id
WHERE passages.number IS NOT NULL
  AND (@commits IS NULL OR passages.number IN (SELECT number FROM commits WHERE commit_id IN (SELECT value FROM json_each(@commits))))
GROUP BY passages.turn
HAVING count(DISTINCT found.word) >= @least
ORDER BY passages.turn
