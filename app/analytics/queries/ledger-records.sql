-- Which records are counted in a cell of the ledger, and what does each begin with?
-- One row per record, in the order of files and lines.
WITH found AS (
  SELECT
    records.*,
    sources.file               AS file,
    corrections.class_by_rule  AS class_by_rule
  FROM records
  JOIN sources USING (source_id)
  LEFT JOIN sessions ON sessions.session_id = records.session_id
  LEFT JOIN corrections ON corrections.source_id = records.source_id AND corrections.line = records.line
  WHERE ($session::VARCHAR IS NULL OR records.session_id = $session::VARCHAR)
    AND ($project::VARCHAR IS NULL OR nfc_normalize(sessions.project) = nfc_normalize($project::VARCHAR))
    AND ($class::VARCHAR IS NULL OR records.class = $class::VARCHAR)
    AND ($reference::VARCHAR IS NULL OR reference_class = $reference::VARCHAR)
    AND ($rule::VARCHAR IS NULL OR rule = $rule::VARCHAR)
    AND ($type::VARCHAR IS NULL OR record_type = $type::VARCHAR)
    AND ($corrected::BOOLEAN IS NULL OR (corrections.class IS NOT NULL) = $corrected::BOOLEAN)
    AND ($source::VARCHAR IS NULL OR records.source_id = $source::VARCHAR)
    AND ($line::BIGINT IS NULL OR records.line = $line::BIGINT)
    AND ($file_line::BIGINT IS NULL OR records.file_line = $file_line::BIGINT)
  ORDER BY sources.file, records.source_id, records.line
  LIMIT $limit::BIGINT
  OFFSET $offset::BIGINT
),
-- The text of a record: its prompt if it has one, else its first event.
first_events AS (
  SELECT
    source_id,
    line,
    arg_min(struct_pack(kind := kind, body := left(body, 300), tool_name := tool_name, tool_use_id := tool_use_id), (kind <> 'prompt', block)) AS event
  FROM events
  SEMI JOIN found USING (source_id, line)
  GROUP BY source_id, line
),
calls AS (
  SELECT tool_use_id, any_value(tool_name) AS tool_name
  FROM events
  WHERE kind = 'tool_call' AND tool_use_id IN (SELECT event.tool_use_id FROM first_events WHERE event.kind = 'tool_result')
  GROUP BY tool_use_id
)
SELECT
  found.source_id        AS source_id,
  found.file             AS file,
  found.line             AS line,
  found.file_line        AS file_line,
  found.byte_offset      AS byte_offset,
  found.byte_length      AS byte_length,
  found.session_id       AS session_id,
  found.chain            AS chain,
  found.commit_id        AS commit_id,
  found.uuid             AS uuid,
  found.record_type      AS record_type,
  found.subtype          AS subtype,
  found.class            AS class,
  found.reference_class  AS reference_class,
  found.rule             AS rule,
  found.class_by_rule    AS class_by_rule,
  found.is_copy          AS is_copy,
  found.occurred_at      AS occurred_at,
  CASE first_events.event.kind
    WHEN 'tool_call' THEN concat_ws(' ', first_events.event.tool_name, first_events.event.body)
    WHEN 'tool_result' THEN concat_ws(' ', 'Result of', coalesce(calls.tool_name, first_events.event.tool_use_id, 'a tool'))
    ELSE coalesce(first_events.event.body, found.detail ->> '$.title', found.subtype, '')
  END                    AS text
FROM found
LEFT JOIN first_events USING (source_id, line)
LEFT JOIN calls ON calls.tool_use_id = first_events.event.tool_use_id
ORDER BY found.file, found.source_id, found.line
