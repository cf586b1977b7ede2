-- Which model does each line belong to: the one that wrote it, else the one that answers next in its chain, else the last before?
-- One row per record; it reads the model_records of the metric. Replies that the client made up are excluded.
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
  SELECT model_records.*, place, CASE WHEN model NOT IN ('', '<synthetic>') THEN model END AS own_model
  FROM model_records
  JOIN sources USING (source_id)
)
WINDOW chain_order AS (PARTITION BY session_id, chain ORDER BY place, source_id, line)
