-- How many problems does each kind have?
-- One row per code, most frequent first.
SELECT
  code     AS code,
  count(*) AS problems
FROM problems
WHERE $session::VARCHAR IS NULL OR session_id = $session::VARCHAR
GROUP BY code
ORDER BY problems DESC, code
