-- What did persons ask in a session, and which files did its tool calls change?
-- One row per record with a prompt, whose digest differs when its words do, and per call that changed a file.
SELECT
  source_id                                                                                     AS source_id,
  line                                                                                          AS line,
  NULL::VARCHAR                                                                                 AS file,
  md5(string_agg(trim(regexp_replace(body, '\s+', ' ', 'g')), chr(10) ORDER BY block))          AS digest
FROM events
WHERE session_id = $session::VARCHAR AND kind = 'prompt' AND NOT is_copy
GROUP BY source_id, line
UNION ALL
SELECT
  source_id,
  line,
  file_path,
  NULL::VARCHAR
FROM events
WHERE session_id = $session::VARCHAR
  AND kind = 'tool_call'
  AND tool_name IN (SELECT unnest($tools::VARCHAR[]))
  AND file_path IS NOT NULL
  AND NOT is_copy
  AND tool_use_id NOT IN (
    SELECT tool_use_id
    FROM events
    WHERE session_id = $session::VARCHAR AND kind = 'tool_result' AND is_error AND tool_use_id IS NOT NULL
  )
