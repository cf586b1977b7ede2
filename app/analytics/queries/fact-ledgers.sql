-- Which classes do the records of type user fall into, by the reference rules and by the finer ones, copies included?
-- One row per group, ledger and class, most frequent first; each ledger adds up to the naive count.
-- From the facts; stats-ledgers answers the same where they are not made.
WITH grouped AS (
  FROM counted_fact_sessions
),
counted AS (
  SELECT group_key, reference_number, class_number, sum(records) AS records
  FROM class_counts
  JOIN grouped USING (session_number)
  GROUP BY group_key, reference_number, class_number
),
entries AS (
  SELECT group_key, 'reference' AS ledger, reference_number AS number, records FROM counted
  UNION ALL
  SELECT group_key, 'finer' AS ledger, class_number AS number, records FROM counted
)
SELECT
  group_key             AS group_key,
  ledger                AS ledger,
  name                  AS class,
  sum(records)::BIGINT  AS records
FROM entries
JOIN fact_names USING (number)
GROUP BY group_key, ledger, name
ORDER BY group_key, ledger, sum(records) DESC, name
