-- Which rows belong to the model that was chosen?
-- One row per row of the table that replaces table_of_rows; it reads the model_records of the metric. A row without a record has no model.
SELECT all_rows.*
FROM table_of_rows AS all_rows
LEFT JOIN (
  FROM line_models
) AS models ON models.source_id = all_rows.source_id AND models.line = all_rows.line AND models.session_id = all_rows.session_id
WHERE nfc_normalize(coalesce(models.model, '(none)')) = nfc_normalize($model::VARCHAR)
