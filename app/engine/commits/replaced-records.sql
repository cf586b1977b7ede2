-- Which commit records do the packs hold that no ref reaches any more?
-- One row per record of a replaced commit.
SELECT artifact_hash AS artifact_hash
FROM artifacts
WHERE kind = 'commit'
  AND artifact_hash NOT IN (SELECT record_hash FROM commits)
ORDER BY artifact_hash
