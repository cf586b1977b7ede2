-- What are the records of type user, by the reference rules and by the finer ones, copies included?
-- One row per group, ledger and class, most frequent first; each ledger adds up to the naive count.
WITH chosen AS (
  FROM chosen_record_counts
),
entries AS (
  SELECT group_name, 'reference' AS ledger, reference_class AS class, records, corrected FROM chosen WHERE is_user
  UNION ALL
  SELECT group_name, 'finer' AS ledger, class, records, corrected FROM chosen WHERE is_user
)
SELECT
  group_name                                                                           AS group_name,
  ledger                                                                               AS ledger,
  class                                                                                AS class,
  sum(records)::BIGINT                                                                 AS records,
  (sum(records) / sum(sum(records)) OVER (PARTITION BY group_name, ledger))::DOUBLE    AS share,
  sum(corrected)::BIGINT                                                               AS corrected
FROM entries
GROUP BY group_name, ledger, class
ORDER BY group_name, ledger, records DESC, class
