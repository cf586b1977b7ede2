-- From which folder was a file of transcripts imported?
-- One row.
SELECT root
FROM sources
WHERE source_id = $source::VARCHAR
