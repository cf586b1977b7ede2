-- Which columns of facts contain numbers of names?
-- One row per column.
SELECT table_name, column_name
FROM duckdb_columns()
WHERE database_name = current_database()
  AND data_type = 'INTEGER'
  AND column_name IN (
    'project_number', 'template_number', 'model_number', 'tool_number', 'reference_number', 'class_number'
  )
ORDER BY table_name, column_index
