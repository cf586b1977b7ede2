-- Which number do facts have for a name?
-- One row, or none.
SELECT number::BIGINT AS number
FROM fact_names
WHERE name = nfc_normalize($name::VARCHAR)
