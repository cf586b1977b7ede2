-- Which tables and views can be queried, and what do their columns hold?
-- One row per column of a table or view.
WITH relations AS (
  SELECT table_name AS relation, false AS is_view, comment
  FROM duckdb_tables()
  WHERE database_name = 'store' AND NOT internal
  UNION ALL
  SELECT view_name, true, comment
  FROM duckdb_views()
  WHERE database_name = 'store' AND NOT internal
)
SELECT
  relation           AS table_name,
  is_view            AS is_view,
  relations.comment  AS table_about,
  column_name        AS column_name,
  data_type          AS data_type,
  is_nullable        AS is_nullable,
  columns.comment    AS column_about
FROM relations
JOIN duckdb_columns() AS columns ON columns.table_name = relation AND columns.database_name = 'store'
ORDER BY relation, column_index
