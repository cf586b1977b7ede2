-- How far does each stretch of time reach?
-- One row per stretch.
SELECT state_times.*, quarter AS from_quarter, quarter + quarters AS until_quarter, 0 AS day
FROM state_times
