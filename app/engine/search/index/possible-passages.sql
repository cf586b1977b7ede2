-- Which passages may have what is looked for, when it has no words?
-- One row per passage, the newest first.
SELECT
  id          AS id,
  session_id  AS sessionId
FROM passages
WHERE CASE
  WHEN number IS NULL THEN @titled = 1 AND (@sessions IS NULL OR session_id IN (SELECT value FROM json_each(@sessions)))
  WHEN @bag IS NOT NULL AND id NOT IN (SELECT rowid FROM bags WHERE bags MATCH @bag) THEN 0
  ELSE @commits IS NULL OR number IN (SELECT number FROM commits WHERE commit_id IN (SELECT value FROM json_each(@commits)))
END
ORDER BY id DESC
