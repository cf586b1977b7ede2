-- Of which calls and records are the texts on these lines, and when were they recorded?
-- One row per event. An output has the tool and the file of its call.
WITH lines AS (
  SELECT unnest($sources::VARCHAR[]) AS source_id, unnest($lines::VARCHAR[])::BIGINT AS line
),
own AS MATERIALIZED (
  SELECT events.source_id, events.line, block, session_id, tool_use_id, tool_name, file_path, is_error, permission, occurred_at
  FROM events
  JOIN lines ON lines.source_id = events.source_id AND lines.line = events.line
),
calls AS MATERIALIZED (
  SELECT session_id, tool_use_id, any_value(tool_name) AS tool_name, any_value(file_path) AS file_path
  FROM events
  WHERE kind = 'tool_call' AND NOT is_copy AND tool_use_id IN (SELECT tool_use_id FROM own WHERE tool_name IS NULL)
  GROUP BY session_id, tool_use_id
)
SELECT
  own.source_id                                    AS source_id,
  own.line                                         AS line,
  own.block                                        AS block,
  coalesce(own.tool_name, calls.tool_name)         AS tool_name,
  coalesce(own.file_path, calls.file_path)         AS file_path,
  own.is_error AND NOT is_refusal(own.permission)  AS is_error,
  own.occurred_at                                  AS occurred_at,
  records.uuid                                     AS uuid
FROM own
LEFT JOIN calls ON calls.tool_use_id = own.tool_use_id AND calls.session_id = own.session_id
LEFT JOIN records ON records.source_id = own.source_id AND records.line = own.line
