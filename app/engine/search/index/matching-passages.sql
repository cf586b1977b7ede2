-- Which passages match? Their rank is not asked for.
-- One row per passage, the newest first.
WITH bagged AS MATERIALIZED (
  SELECT rowid AS id FROM bags WHERE bags MATCH @bag
),
spoken AS MATERIALIZED (
  SELECT rowid AS id FROM said WHERE @spoken = 1 AND said MATCH @said
)
SELECT
  passages.id          AS id,
  passages.session_id  AS sessionId
FROM bagged
JOIN passages ON passages.id = bagged.id
WHERE (@spoken = 0 OR bagged.id IN (SELECT id FROM spoken))
  AND CASE
    WHEN passages.number IS NULL THEN @sessions IS NULL OR passages.session_id IN (SELECT value FROM json_each(@sessions))
    ELSE @commits IS NULL OR passages.number IN (SELECT number FROM commits WHERE commit_id IN (SELECT value FROM json_each(@commits)))
  END
ORDER BY passages.id DESC
