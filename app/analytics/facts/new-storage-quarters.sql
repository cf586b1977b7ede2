-- In which quarters of an hour was something stored that no fact had yet?
-- One new row per quarter.
INSERT INTO fact_quarters
SELECT DISTINCT quarter
FROM storage_counts
ANTI JOIN fact_quarters USING (quarter)
WHERE quarter IS NOT NULL
