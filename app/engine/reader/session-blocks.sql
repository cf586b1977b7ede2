-- Which calls, results and prompts do the records of a session contain, and which of them failed?
-- One row per event of these kinds, in the order of the blocks. A source is given once, in its first row.
SELECT
  CASE WHEN row_number() OVER (PARTITION BY source_id ORDER BY line, block) = 1 THEN source_id END  AS source_id,
  line                                                              AS line,
  kind = 'tool_result'                                              AS is_result,
  tool_use_id                                                       AS tool_use_id,
  CASE WHEN kind = 'tool_call' THEN coalesce(tool_name, '') END     AS tool_name,
  (is_error AND NOT is_refusal(permission)) OR kind = 'error'       AS failed,
  CASE WHEN kind = 'prompt' THEN left(body, 400) END                AS prompt
FROM events
WHERE session_id = $session::VARCHAR AND NOT is_copy AND kind IN ('tool_call', 'tool_result', 'prompt', 'error')
ORDER BY events.source_id, line, block
