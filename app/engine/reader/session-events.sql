-- What do the made commits of a session contain, event by event, for reading them as a conversation?
-- One row per event that is no repetition, in the order of the artifacts. The columns are those of session-records.sql.
SELECT
  commit_id                                                                        AS commit_id,
  chain                                                                            AS chain,
  line - 1                                                                         AS place,
  source_id                                                                        AS source_file,
  source_id                                                                        AS source_id,
  line                                                                             AS line,
  kind                                                                             AS record_type,
  subtype                                                                          AS subtype,
  class                                                                            AS class,
  'events-v1/' || kind                                                             AS rule,
  NULL::VARCHAR                                                                    AS class_by_rule,
  occurred_at                                                                      AS occurred_at,
  CASE WHEN kind = 'tool_call' THEN [coalesce(tool_use_id, '')] ELSE [] END::VARCHAR[]   AS calls,
  CASE WHEN kind = 'tool_call' THEN [coalesce(tool_name, '')] ELSE [] END::VARCHAR[]     AS tools,
  CASE WHEN kind = 'tool_call' THEN [coalesce(file_path, '')] ELSE [] END::VARCHAR[]     AS files,
  CASE WHEN kind = 'tool_result' THEN [coalesce(tool_use_id, '')] ELSE [] END::VARCHAR[] AS results,
  (is_error AND NOT is_refusal(permission)) OR kind = 'error'                      AS failed,
  kind <> 'tool_result'                                                            AS has_others,
  CASE WHEN kind = 'prompt' OR class = 'compaction' THEN left(body, 2000) END      AS words
FROM events
WHERE session_id = $session::VARCHAR AND commit_id IS NOT NULL AND NOT is_copy
ORDER BY commit_id, line
