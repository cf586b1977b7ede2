-- What are the records of type user, by the reference rules and by the finer ones, copies included?
-- One row per group, ledger and class, most frequent first; each ledger adds up to the naive count.
WITH chosen AS (
  SELECT group_key, reference_number, class_number, sum(records) AS records, sum(corrected) AS corrected
  FROM (
    FROM first_class_counts
  )
  GROUP BY group_key, reference_number, class_number
),
entries AS (
  SELECT group_key, 'reference' AS ledger, reference_number AS number, sum(records) AS records, sum(corrected) AS corrected
  FROM chosen
  GROUP BY group_key, reference_number
  UNION ALL
  SELECT group_key, 'finer' AS ledger, class_number, sum(records), sum(corrected)
  FROM chosen
  GROUP BY group_key, class_number
)
SELECT
  group_name                                                                       AS group_name,
  ledger                                                                           AS ledger,
  name                                                                             AS class,
  records::BIGINT                                                                  AS records,
  (records / sum(records) OVER (PARTITION BY group_key, ledger))::DOUBLE           AS share,
  corrected::BIGINT                                                                AS corrected
FROM entries
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
JOIN fact_names USING (number)
ORDER BY group_name, ledger, records DESC, class
