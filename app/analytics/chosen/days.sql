-- On which day of the zone does each quarter of an hour lie?
-- One row per quarter; days are counted from 1970.
SELECT quarter, date_diff('day', DATE '1970-01-01', (make_timestamptz(quarter::BIGINT * 900_000_000) AT TIME ZONE $zone::VARCHAR)::DATE)::INTEGER AS day
FROM fact_quarters
