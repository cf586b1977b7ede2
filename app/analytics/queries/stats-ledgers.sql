-- Which classes do the records of type user fall into, by the reference rules and by the finer ones, copies included?
-- One row per group, ledger and class, most frequent first; each ledger adds up to the naive count.
WITH grouped AS (
  FROM grouped_sources
),
judged AS (
  SELECT group_key, reference_class, class
  FROM records
  JOIN grouped USING (source_id)
  WHERE record_type = 'user'
),
entries AS (
  SELECT group_key, 'reference' AS ledger, reference_class AS class FROM judged
  UNION ALL
  SELECT group_key, 'finer' AS ledger, class FROM judged
)
SELECT
  group_key AS group_key,
  ledger    AS ledger,
  class     AS class,
  count(*)  AS records
FROM entries
GROUP BY group_key, ledger, class
ORDER BY group_key, ledger, records DESC, class
