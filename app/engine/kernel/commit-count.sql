-- How many commits do the tables have?
-- One row.
SELECT count(*) AS commits FROM commits
