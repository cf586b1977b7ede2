-- Where does every artifact lie?
-- One row per artifact.
SELECT
  artifact_hash  AS artifact_hash,
  kind           AS kind,
  pack_id        AS pack_id,
  pack_offset    AS pack_offset,
  stored_bytes   AS stored_bytes
FROM artifacts
ORDER BY pack_id, pack_offset, artifact_hash
