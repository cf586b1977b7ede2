-- Remembers whether all sessions that share records are joined.
-- Changes one row.
INSERT INTO projection_state VALUES ('settled', $value::VARCHAR)
ON CONFLICT (key) DO UPDATE SET value = excluded.value
