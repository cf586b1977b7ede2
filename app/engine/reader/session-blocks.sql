-- Which calls, results and prompts do the records of a session contain, and which of them failed?
-- One row per event of these kinds, in the order of the blocks.
SELECT
  source_id                                                         AS source_id,
  line                                                              AS line,
  kind                                                              AS kind,
  tool_use_id                                                       AS tool_use_id,
  tool_name                                                         AS tool_name,
  (is_error AND NOT is_refusal(permission)) OR kind = 'error'       AS failed,
  CASE WHEN kind = 'prompt' THEN left(body, 400) END                AS prompt
FROM events
WHERE session_id = $session::VARCHAR AND NOT is_copy AND kind IN ('tool_call', 'tool_result', 'prompt', 'error')
ORDER BY source_id, line, block
