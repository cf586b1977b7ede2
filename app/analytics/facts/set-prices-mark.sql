-- Remembers with which prices the facts were made.
-- Changes one row.
INSERT INTO projection_state VALUES ('fact_prices', $value::VARCHAR)
ON CONFLICT (key) DO UPDATE SET value = excluded.value
