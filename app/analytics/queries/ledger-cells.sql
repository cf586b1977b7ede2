-- Which classes do the records fall into, copies included?
-- One row per group, ledger and class, most frequent first: records of type user are in the ledgers reference and finer, all others in other.
WITH grouped AS (
  FROM grouped_sources
),
entries AS (
  SELECT group_key, 'reference' AS ledger, reference_class AS class FROM records JOIN grouped USING (source_id) WHERE record_type = 'user'
  UNION ALL
  SELECT group_key, 'finer' AS ledger, class FROM records JOIN grouped USING (source_id) WHERE record_type = 'user'
  UNION ALL
  SELECT group_key, 'other' AS ledger, class FROM records JOIN grouped USING (source_id) WHERE record_type <> 'user'
)
SELECT
  group_key AS group_key,
  ledger    AS ledger,
  class     AS class,
  count(*)  AS records
FROM entries
GROUP BY group_key, ledger, class
ORDER BY group_key, ledger, records DESC, class
