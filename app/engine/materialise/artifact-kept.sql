-- Do the packs hold this artifact?
-- One row with the number of its places: 0 or more.
SELECT count(*) AS places
FROM artifacts
WHERE artifact_hash = $hash::VARCHAR
