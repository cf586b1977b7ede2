-- Which model does each line belong to?
-- Makes a table for this batch. One row per record of its sessions.
CREATE OR REPLACE TEMP TABLE fact_lines AS
WITH model_records AS (
  SELECT source_id, line, session_number AS session_id, chain, own_model AS model FROM fact_records
)
SELECT source_id, line, session_id AS session_number, number AS model_number
FROM (
  FROM line_models
)
JOIN fact_names ON fact_names.name = nfc_normalize(model)
