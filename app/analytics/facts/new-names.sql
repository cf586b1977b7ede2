-- Which models, types of agents and classes of records have no number yet?
-- One new row per name, in the composed form of Unicode.
INSERT INTO fact_names
SELECT coalesce((SELECT max(number) FROM fact_names), 0) + row_number() OVER (ORDER BY name), name, NULL
FROM (
  SELECT nfc_normalize(own_model) AS name FROM fact_records WHERE own_model IS NOT NULL
  UNION
  SELECT nfc_normalize(coalesce(nullif(model, ''), '(none)')) FROM fact_usage
  UNION
  SELECT '(none)'
  UNION
  SELECT '(main)'
  UNION
  SELECT nfc_normalize(agent_type) FROM commits JOIN fact_batch USING (session_id) WHERE agent_type <> ''
  UNION
  SELECT unnest([reference_class, class]) FROM fact_records WHERE record_type = 'user'
)
ANTI JOIN fact_names USING (name)
