-- Which changes were based on an outdated content of the file?
-- One row per change, the newest first.
SELECT
  chosen.session_id                                          AS session_id,
  CASE WHEN chosen.is_main THEN 'main' ELSE 'sub-agent' END  AS chain,
  chosen.occurred_at                                         AS occurred_at,
  chosen.path                                                AS path,
  chosen.given_by                                            AS change,
  chosen.stale                                               AS stale,
  others.session_id                                          AS other_session_id,
  others.occurred_at                                         AS other_at,
  others.source_id                                           AS other_source_id,
  others.line                                                AS other_line,
  file_line_of(others.source_id, others.line)                AS other_file_line,
  chosen.source_id                                           AS source_id,
  chosen.line                                                AS line,
  file_line_of(chosen.source_id, chosen.line)                AS file_line,
  chosen.commit_id                                           AS commit_id
FROM (
  FROM chosen_object_versions_with_sessions
) AS chosen
LEFT JOIN records AS others ON others.source_id = chosen.stale_source_id AND others.line = chosen.stale_line
WHERE chosen.stale IS NOT NULL
ORDER BY chosen.occurred_at DESC NULLS LAST, chosen.session_id, chosen.source_id, chosen.line DESC, chosen.ordinal DESC
