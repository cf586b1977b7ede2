-- What do the made commits of a session contain, event by event, for reading them as a conversation?
-- One row per event that is no repetition, in the order of the artifacts. The columns are those of session-records.sql; here each row has
-- its own shape, and all columns are given.
SELECT
  commit_id                                       AS commit_id,
  line - 1                                        AS place,
  line                                            AS line,
  line                                            AS file_line,
  occurred_at                                     AS occurred_at,
  kind <> 'tool_result'                           AS has_others,
  CASE WHEN class = 'compaction' THEN body END    AS detail,
  row_number() OVER (ORDER BY commit_id, line)    AS shape,
  source_id                                       AS source_id,
  kind                                            AS record_type,
  subtype                                         AS subtype,
  class                                           AS class,
  'events-v1/' || kind                            AS rule,
  NULL::VARCHAR                                   AS class_by_rule
FROM events
WHERE session_id = $session::VARCHAR AND commit_id IS NOT NULL AND NOT is_copy
ORDER BY commit_id, line
