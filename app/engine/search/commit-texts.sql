-- Which texts do these commits contain, and where in their artifacts are the records that contain them?
-- One row per event, in the order of the conversation. With calls, outputs have the tool and the file of theirs.
WITH own AS MATERIALIZED (
  SELECT * FROM events WHERE commit_id IN (SELECT unnest($commits::VARCHAR[])) AND NOT is_copy
),
calls AS MATERIALIZED (
  SELECT session_id, tool_use_id, any_value(tool_name) AS tool_name, any_value(file_path) AS file_path
  FROM events
  WHERE $with_calls::BOOLEAN AND kind = 'tool_call' AND NOT is_copy AND tool_use_id IN (SELECT tool_use_id FROM own WHERE kind = 'tool_result')
  GROUP BY session_id, tool_use_id
),
places AS MATERIALIZED (
  SELECT
    records.source_id,
    records.line,
    records.uuid,
    row_number() OVER (PARTITION BY records.commit_id ORDER BY sources.role DESC, sources.file, records.byte_offset) - 1 AS place
  FROM records
  JOIN sources ON sources.source_id = records.source_id
  WHERE records.commit_id IN (SELECT unnest($commits::VARCHAR[])) AND NOT records.is_copy
)
SELECT
  own.commit_id                                    AS commit_id,
  own.source_id                                    AS source_id,
  own.line                                         AS line,
  own.block                                        AS block,
  own.kind                                         AS kind,
  own.class                                        AS class,
  coalesce(own.tool_name, calls.tool_name)         AS tool_name,
  coalesce(own.file_path, calls.file_path)         AS file_path,
  own.is_error AND NOT is_refusal(own.permission)  AS is_error,
  own.body                                         AS body,
  own.chars                                        AS chars,
  own.occurred_at                                  AS occurred_at,
  coalesce(places.place, own.line - 1)             AS place,
  places.uuid                                      AS uuid
FROM own
LEFT JOIN places ON places.source_id = own.source_id AND places.line = own.line
LEFT JOIN calls ON calls.tool_use_id = own.tool_use_id AND calls.session_id = own.session_id
ORDER BY own.commit_id, place, own.block
