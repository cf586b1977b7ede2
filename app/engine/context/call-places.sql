-- Where are a call and its results?
-- One row per event, the last session that has the call first.
SELECT
  kind       AS kind,
  session_id AS session_id,
  commit_id  AS commit_id,
  source_id  AS source_id,
  line       AS line,
  is_error   AS is_error
FROM events
WHERE tool_use_id = $id::VARCHAR AND kind IN ('tool_call', 'tool_result') AND NOT is_copy AND commit_id IS NOT NULL
ORDER BY occurred_at DESC NULLS LAST, session_id, line DESC
