-- What do the records of a session add to the context of the model, and how large is it?
-- One row per prompt, response, call and result with a size; what a call says of itself is that of its result too.
WITH own AS (
  SELECT
    source_id, line, block, kind, class, chars, tool_use_id, tool_name, file_path,
    CASE WHEN kind = 'tool_result' THEN tool_use_id END AS result_id,
    CASE
      WHEN kind = 'tool_call' AND file_path IS NULL AND json_valid(body)
        THEN left(coalesce(body ->> '$.command', body ->> '$.pattern', body ->> '$.url', body ->> '$.query', body ->> '$.description'), 120)
      WHEN kind IN ('prompt', 'response') THEN left(trim(body), 120)
    END AS about
  FROM events
  WHERE session_id = $session::VARCHAR AND NOT is_copy AND kind IN ('prompt', 'response', 'tool_call', 'tool_result')
),
calls AS (
  SELECT tool_use_id, any_value(tool_name) AS tool_name, any_value(file_path) AS file_path, any_value(about) AS about
  FROM own
  WHERE kind = 'tool_call' AND tool_use_id IS NOT NULL
  GROUP BY tool_use_id
)
SELECT
  own.source_id                                 AS source_id,
  own.line                                      AS line,
  own.kind                                      AS kind,
  own.class                                     AS class,
  own.chars                                     AS chars,
  coalesce(own.tool_name, calls.tool_name)      AS tool_name,
  coalesce(own.file_path, calls.file_path)      AS file_path,
  coalesce(own.about, calls.about)              AS about
FROM own
-- A condition on one side of an outer join would make DuckDB compare every pair of rows.
LEFT JOIN calls ON calls.tool_use_id = own.result_id
WHERE own.chars > 0
ORDER BY own.chars DESC, own.source_id, own.line, own.block
