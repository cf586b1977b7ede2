-- Which version of the database engine answers?
-- One row.
SELECT version() AS version
