-- Remembers which sessions have replies that other sessions contain too.
-- Changes one row.
INSERT INTO projection_state VALUES ('shared_replies', $value::VARCHAR)
ON CONFLICT (key) DO UPDATE SET value = excluded.value
