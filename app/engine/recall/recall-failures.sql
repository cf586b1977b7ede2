-- Which files have a failed edit or a rejection, and which are edited?
-- One row per edit, failed edit, or file of a rejection, in the order of their times.
SELECT
  events.session_id                    AS session_id,
  events.occurred_at                   AS occurred_at,
  events.file_path                     AS file,
  coalesce(result.is_error, false)     AS is_warning,
  true                                 AS is_edit
FROM events
LEFT JOIN events AS result
  ON result.tool_use_id = events.tool_use_id AND result.session_id = events.session_id AND result.kind = 'tool_result'
WHERE events.kind = 'tool_call'
  AND events.tool_name IN (SELECT unnest($tools::VARCHAR[]))
  AND events.file_path IS NOT NULL
  AND NOT events.is_copy
  AND events.occurred_at IS NOT NULL
  AND events.session_id IN (SELECT unnest($sessions::VARCHAR[]))
UNION ALL
SELECT
  thinking.session_id                  AS session_id,
  thinking.occurred_at                 AS occurred_at,
  unnest(thinking.files)               AS file,
  true                                 AS is_warning,
  false                                AS is_edit
FROM thinking_events AS thinking
WHERE (thinking.type = 'rejection' OR thinking.status = 'contradicted')
  AND thinking.occurred_at IS NOT NULL
  AND thinking.session_id IN (SELECT unnest($sessions::VARCHAR[]))
ORDER BY occurred_at, session_id, file
