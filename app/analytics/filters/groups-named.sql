-- How are projects, templates and models called?
-- One row per name. Facts bear the keys: numbers are grouped faster than names.
SELECT number AS group_key, coalesce(nullif(name, ''), '(none)') AS group_name
FROM fact_names
