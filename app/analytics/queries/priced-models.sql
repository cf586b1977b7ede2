-- Which models does the store know of: those that replied, and those in the client's own account of its costs?
-- One row per name of a model.
SELECT DISTINCT model AS model
FROM (
  SELECT model FROM token_usage WHERE model <> '<synthetic>'
  UNION ALL
  SELECT unnest(json_extract_string(detail, '$.models[*].model')) AS model
  FROM records
  WHERE record_type IN ('cost-state', 'result') AND detail IS NOT NULL
)
ORDER BY model
