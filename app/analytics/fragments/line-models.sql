-- Which model does each line belong to: the one that wrote it, else the one that answers next in its chain, else the last before?
-- One row per record; over the told_records of the question. Replies that the client made up are no answers.
SELECT
  source_id,
  line,
  session_id,
  coalesce(
    first_value(own_model IGNORE NULLS) OVER (chain_order ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING),
    last_value(own_model IGNORE NULLS) OVER (chain_order ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW),
    '(none)'
  ) AS model
FROM (
  SELECT told_records.*, place, CASE WHEN model NOT IN ('', '<synthetic>') THEN model END AS own_model
  FROM told_records
  JOIN sources USING (source_id)
)
WINDOW chain_order AS (PARTITION BY session_id, chain ORDER BY place, source_id, line)
