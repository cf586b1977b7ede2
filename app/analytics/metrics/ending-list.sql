-- Which session ended how, and by which rule?
-- One row per session with an event that the filters choose, the newest first.
SELECT
  present.session_id                                  AS session_id,
  project                                             AS project,
  session_last_at                                     AS last_at,
  ending                                              AS ending,
  rule                                                AS rule,
  endings.source_id                                   AS source_id,
  endings.line                                        AS line,
  file_line_of(endings.source_id, endings.line)       AS file_line
FROM (
  SELECT session_id, any_value(project) AS project, any_value(session_last_at) AS session_last_at
  FROM (
    FROM chosen_activity_with_sessions
  )
  GROUP BY session_id
) AS present
JOIN (
  FROM session_endings
) AS endings USING (session_id)
WHERE $outcome::VARCHAR IS NULL OR ending = $outcome::VARCHAR
ORDER BY session_last_at DESC NULLS LAST, present.session_id
