-- Where are the calls that these records answer?
-- One row per record and call.
WITH wanted AS (
  SELECT unnest($sources::VARCHAR[]) AS source_id, unnest($lines::VARCHAR[])::BIGINT AS line
)
SELECT DISTINCT
  results.source_id      AS result_source,
  results.line           AS result_line,
  calls.source_id        AS source_id,
  calls.line             AS line,
  commits.commit_id      AS commit_id,
  commits.artifact_hash  AS artifact_hash,
  commits.format         AS format
FROM events AS results
SEMI JOIN wanted ON wanted.source_id = results.source_id AND wanted.line = results.line
JOIN events AS calls
  ON calls.session_id = results.session_id
 AND calls.tool_use_id = results.tool_use_id
 AND calls.kind = 'tool_call'
 AND NOT calls.is_copy
JOIN commits ON commits.commit_id = calls.commit_id
WHERE results.kind = 'tool_result'
ORDER BY result_source, result_line, source_id, line
