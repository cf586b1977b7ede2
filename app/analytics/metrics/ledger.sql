-- What are the records of type user, by the reference rules and by the finer ones, copies included?
-- One row per group, ledger and class, most frequent first; each ledger adds up to the naive count.
WITH chosen AS (
  SELECT group_key, reference_class, class, sum(records) AS records, sum(corrected) AS corrected
  FROM (
    FROM chosen_record_counts
  )
  WHERE is_user
  GROUP BY group_key, reference_class, class
),
entries AS (
  SELECT group_key, 'reference' AS ledger, reference_class AS class, records, corrected FROM chosen
  UNION ALL
  SELECT group_key, 'finer' AS ledger, class, records, corrected FROM chosen
)
SELECT
  group_name                                                                                     AS group_name,
  ledger                                                                                         AS ledger,
  class                                                                                          AS class,
  sum(records)::BIGINT                                                                           AS records,
  (sum(records) / sum(sum(records)) OVER (PARTITION BY group_key, group_name, ledger))::DOUBLE   AS share,
  sum(corrected)::BIGINT                                                                         AS corrected
FROM entries
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
GROUP BY group_key, group_name, ledger, class
ORDER BY group_name, ledger, records DESC, class
