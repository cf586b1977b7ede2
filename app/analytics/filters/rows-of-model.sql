-- Which rows belong to the model that was chosen?
-- One row per row of the table that comes in place of table_of_rows; over the told_records of the question. What has no record has no model.
SELECT told_rows.*
FROM table_of_rows AS told_rows
LEFT JOIN (
  FROM line_models
) AS models ON models.source_id = told_rows.source_id AND models.line = told_rows.line AND models.session_id = told_rows.session_id
WHERE coalesce(models.model, '(none)') = $model::VARCHAR
