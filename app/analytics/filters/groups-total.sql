-- How is the one group of all called?
-- One row. Facts bear the key.
SELECT 0 AS group_key, 'total' AS group_name
