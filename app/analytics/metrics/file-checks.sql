-- Which observations of files confirmed or refuted what was known before?
-- One row per check, the newest first.
SELECT
  session_id                                          AS session_id,
  CASE WHEN is_main THEN 'main' ELSE 'sub-agent' END  AS chain,
  occurred_at                                         AS occurred_at,
  path                                                AS path,
  given_by                                            AS observer,
  proof                                               AS proof,
  outcome                                             AS outcome,
  coalesce(client_version, '(none)')                  AS client_version,
  source_id                                           AS source_id,
  line                                                AS line,
  file_line_of(source_id, line)                       AS file_line,
  commit_id                                           AS commit_id,
  since_source_id                                     AS since_source_id,
  since_line                                          AS since_line,
  file_line_of(since_source_id, since_line)           AS since_file_line
FROM (
  FROM chosen_object_checks_with_sessions
)
WHERE ($tool::VARCHAR IS NULL OR nfc_normalize(given_by) = nfc_normalize($tool::VARCHAR))
  AND ($version::VARCHAR IS NULL OR coalesce(client_version, '(none)') = $version::VARCHAR)
  AND ($proof::VARCHAR IS NULL OR proof = $proof::VARCHAR)
  AND ($outcome::VARCHAR IS NULL OR outcome = $outcome::VARCHAR)
ORDER BY occurred_at DESC NULLS LAST, session_id, source_id, line DESC, ordinal DESC
