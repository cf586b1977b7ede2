-- Which model does each line belong to: the one that wrote it, else the one that answers next in its chain, else the last before?
-- Makes a table for this batch. One row per record of its sessions. Replies that the client made up are no answers.
CREATE OR REPLACE TEMP TABLE fact_lines AS
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
  SELECT source_id, line, session_id, chain, CASE WHEN model NOT IN ('', '<synthetic>') THEN model END AS own_model
  FROM records
  WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))
)
WINDOW chain_order AS (PARTITION BY session_id, chain ORDER BY source_id, line)
