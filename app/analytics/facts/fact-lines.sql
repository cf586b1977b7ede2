-- Which model does each line belong to: the one that wrote it, else the one that answers next in its chain, else the last before?
-- Makes a table for this batch. One row per record of its sessions. Replies that the client made up are no answers.
CREATE OR REPLACE TEMP TABLE fact_lines AS
WITH answered AS (
  SELECT
    source_id,
    line,
    session_number,
    coalesce(
      first_value(own_model IGNORE NULLS) OVER (chain_order ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING),
      last_value(own_model IGNORE NULLS) OVER (chain_order ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW),
      '(none)'
    ) AS model
  FROM fact_records
  WINDOW chain_order AS (PARTITION BY session_number, chain ORDER BY source_id, line)
)
SELECT source_id, line, session_number, number AS model_number
FROM answered
JOIN fact_names ON fact_names.name = model
