-- Which calls were made of a tool, and what came of each?
-- One row per call, the newest first.
SELECT
  session_id                                            AS session_id,
  CASE WHEN is_main THEN 'main' ELSE 'sub-agent' END    AS chain,
  called_at                                             AS called_at,
  coalesce(nullif(tool_name, ''), '(none)')             AS tool_name,
  model                                                 AS model,
  CASE WHEN is_error THEN 'error' WHEN has_result THEN 'result' ELSE 'no result' END AS outcome,
  result_chars                                          AS result_chars,
  duration_ms                                           AS duration_ms,
  source_id                                             AS source_id,
  line                                                  AS line,
  commit_id                                             AS commit_id
FROM (
  FROM chosen_tool_uses
)
WHERE ($tool::VARCHAR IS NULL OR coalesce(nullif(tool_name, ''), '(none)') = $tool::VARCHAR)
  AND ($server::VARCHAR IS NULL OR server = $server::VARCHAR)
  AND ($outcome::VARCHAR IS NULL OR CASE WHEN is_error THEN 'error' WHEN has_result THEN 'result' ELSE 'no result' END = $outcome::VARCHAR)
ORDER BY called_at DESC NULLS LAST, session_id, line DESC, block DESC
