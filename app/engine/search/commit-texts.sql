-- Which texts do these commits contain, and where in their artifacts are the records that contain them?
-- One row per event, in the order of the conversation. An output has the tool and the file of its call.
WITH places AS (
  SELECT
    records.source_id,
    records.line,
    row_number() OVER (PARTITION BY records.commit_id ORDER BY sources.role DESC, sources.file, records.byte_offset) - 1 AS place
  FROM records
  JOIN sources ON sources.source_id = records.source_id
  WHERE records.commit_id IN (SELECT unnest($commits::VARCHAR[])) AND NOT records.is_copy
),
own AS MATERIALIZED (
  SELECT commit_id, source_id, line, block, kind, class, occurred_at, session_id, tool_use_id, tool_name, file_path, is_error, permission
  FROM events
  WHERE commit_id IN (SELECT unnest($commits::VARCHAR[])) AND NOT is_copy
),
-- A call is often in another commit than its output.
calls AS (
  SELECT session_id, tool_use_id, any_value(tool_name) AS tool_name, any_value(file_path) AS file_path
  FROM events
  WHERE kind = 'tool_call' AND tool_use_id IN (SELECT tool_use_id FROM own WHERE tool_name IS NULL)
  GROUP BY session_id, tool_use_id
)
SELECT
  own.commit_id                                    AS commit_id,
  own.source_id                                    AS source_id,
  own.line                                         AS line,
  own.block                                        AS block,
  own.kind                                         AS kind,
  own.class                                        AS class,
  own.occurred_at                                  AS occurred_at,
  coalesce(own.tool_name, calls.tool_name)         AS tool_name,
  coalesce(own.file_path, calls.file_path)         AS file_path,
  own.is_error AND NOT is_refusal(own.permission)  AS is_error,
  coalesce(places.place, own.line - 1)             AS place
FROM own
LEFT JOIN places ON places.source_id = own.source_id AND places.line = own.line
LEFT JOIN calls ON calls.tool_use_id = own.tool_use_id AND calls.session_id = own.session_id
ORDER BY own.commit_id, place, own.block
