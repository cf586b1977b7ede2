-- With which prices were the facts made?
-- One row, or none when none were made yet.
SELECT value AS value
FROM projection_state
WHERE key = 'fact_prices'
