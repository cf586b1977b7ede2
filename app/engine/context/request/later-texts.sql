-- What do calls, replies and prompts of people say in these commits, in one of them from a line on?
-- One row per event with a text. The session comes first: without it, the texts of all sessions are read.
SELECT
  kind = 'tool_call'  AS is_json,
  body                AS body
FROM events
WHERE session_id = $session::VARCHAR
  AND commit_id IN (SELECT unnest($commits::VARCHAR[]))
  AND NOT is_copy
  AND (kind IN ('tool_call', 'response', 'thinking') OR (kind = 'prompt' AND class IN (SELECT unnest($typed::VARCHAR[]))))
  AND body IS NOT NULL
  AND NOT (commit_id = $commit::VARCHAR AND source_id = $source::VARCHAR AND line < $line::BIGINT)
