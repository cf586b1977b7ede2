-- Forgets how these files looked, before it is remembered anew.
-- Changes the rows of these files.
DELETE FROM seen_files
WHERE path IN (SELECT unnest($paths::VARCHAR[]))
