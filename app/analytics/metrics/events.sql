-- List the events.
-- One row per event, copies excluded, in the order of sessions, chains, files and lines.
WITH kinds AS (
  SELECT
    session_number,
    any_value(session_id) AS session_id,
    -- Where no fact counts what is asked for, every session is looked at.
    sum(
      CASE
        WHEN $failed::BOOLEAN IS NOT NULL OR $part::VARCHAR IS NOT NULL OR $tool::VARCHAR IS NOT NULL THEN NULL
        WHEN $kind::VARCHAR IS NULL THEN events
        WHEN $kind::VARCHAR = 'typed prompt' THEN prompts
        WHEN $kind::VARCHAR = 'response' THEN responses
        WHEN $kind::VARCHAR = 'tool_call' THEN tool_calls
      END
    ) AS found
  FROM (
    FROM chosen_activity_with_sessions
  )
  WHERE ($weekday::VARCHAR IS NULL OR isodow(make_timestamptz(quarter::BIGINT * 900_000_000) AT TIME ZONE $zone::VARCHAR) = $weekday::BIGINT)
    AND ($hour::VARCHAR IS NULL OR hour(make_timestamptz(quarter::BIGINT * 900_000_000) AT TIME ZONE $zone::VARCHAR) = $hour::BIGINT)
  GROUP BY session_number
),
parts AS (
  SELECT session_number, sum(items) AS items
  FROM (
    SELECT
      session_number,
      CASE $part::VARCHAR
        WHEN 'prompt' THEN prompt_items
        WHEN 'response' THEN response_items
        WHEN 'thinking' THEN thinking_items
        WHEN 'injected' THEN injected_items
        WHEN 'summary' THEN summary_items
        ELSE 0
      END AS items
    FROM (
      FROM chosen_context_parts
    )
    WHERE $tool::VARCHAR IS NULL
    UNION ALL
    SELECT session_number, CASE $part::VARCHAR WHEN 'tool_call' THEN calls WHEN 'tool_result' THEN results ELSE 0 END
    FROM (
      FROM chosen_tool_counts
    )
    JOIN fact_names ON number = tool_number
    WHERE $tool::VARCHAR IS NULL OR coalesce(nullif(name, ''), '(none)') = nfc_normalize($tool::VARCHAR)
    UNION ALL
    SELECT session_number, 0 FROM kinds
  )
  WHERE $part::VARCHAR IS NOT NULL AND $kind::VARCHAR IS NULL AND $failed::BOOLEAN IS NULL AND $weekday::VARCHAR IS NULL AND $hour::VARCHAR IS NULL
  GROUP BY session_number
),
counted AS (
  SELECT session_id, coalesce(found, items) AS found FROM kinds LEFT JOIN parts USING (session_number)
),
-- As many sessions as the rows that are wanted come from.
shown AS (
  SELECT session_id
  FROM (SELECT *, sum(found) OVER (ORDER BY session_id ROWS UNBOUNDED PRECEDING) - found AS before FROM counted)
  WHERE found IS NULL OR found > 0 AND ($limit::BIGINT IS NULL OR before < $limit::BIGINT)
),
-- The records that give the model of a line, where the filters choose a model.
model_records AS (
  SELECT source_id, line, session_id, chain, model
  FROM records
  SEMI JOIN shown USING (session_id)
),
-- A result does not name its tool: the call that it answers does.
calls AS (
  SELECT session_id AS calling_session, tool_use_id AS call_id, min(tool_name) AS called_tool
  FROM events
  SEMI JOIN shown USING (session_id)
  WHERE kind = 'tool_call' AND tool_use_id IS NOT NULL AND NOT is_copy
  GROUP BY session_id, tool_use_id
),
details AS (
  SELECT
    *,
    CASE WHEN kind = 'prompt' AND class IN ('human_prompt', 'queued_prompt') THEN 'typed prompt' ELSE kind END AS shown_kind,
    -- What the event adds to the context, as context-fill counts it.
    CASE
      WHEN kind IN ('response', 'thinking', 'tool_call', 'tool_result') THEN kind
      WHEN kind <> 'prompt' THEN NULL
      WHEN class = 'compaction_summary' THEN 'summary'
      WHEN class IN ('human_prompt', 'queued_prompt', 'command', 'bash_input', 'sidechain_prompt') THEN 'prompt'
      ELSE 'injected'
    END AS part,
    CASE WHEN kind = 'tool_result' THEN tool_use_id END AS answered_id
  FROM (
    FROM events_of_model
  )
  SEMI JOIN shown USING (session_id)
  WHERE NOT is_copy
    AND ($chains::VARCHAR = 'both' OR (chain = 'main') = ($chains::VARCHAR = 'main'))
    AND ($agent_number::INTEGER IS NULL OR (session_id, chain) IN (FROM chains_of_agent_type))
    AND ($since_ms::BIGINT IS NULL OR occurred_at >= make_timestamptz($since_ms::BIGINT * 1000))
    AND ($until_ms::BIGINT IS NULL OR occurred_at < make_timestamptz($until_ms::BIGINT * 1000))
    AND ($failed::BOOLEAN IS NULL OR (is_error AND NOT is_refusal(permission)) = $failed::BOOLEAN)
    AND ($weekday::VARCHAR IS NULL OR isodow(occurred_at AT TIME ZONE $zone::VARCHAR) = $weekday::BIGINT)
    AND ($hour::VARCHAR IS NULL OR hour(occurred_at AT TIME ZONE $zone::VARCHAR) = $hour::BIGINT)
)
SELECT
  session_id         AS session_id,
  chain              AS chain,
  shown_kind         AS kind,
  left(body, 300)    AS text,
  class              AS class,
  CASE WHEN shown_kind IN ('tool_call', 'tool_result') THEN coalesce(nullif(tool_name, ''), nullif(called_tool, ''), '(none)') END AS tool_name,
  is_error AND NOT is_refusal(permission) AS is_error,
  occurred_at        AS occurred_at,
  chars              AS chars,
  source_id          AS source_id,
  line               AS line,
  file_line_of(source_id, line) AS file_line,
  commit_id          AS commit_id
FROM details
LEFT JOIN calls ON calling_session = session_id AND call_id = answered_id
WHERE ($kind::VARCHAR IS NULL OR shown_kind = $kind::VARCHAR)
  AND ($part::VARCHAR IS NULL OR part = $part::VARCHAR)
  AND ($tool::VARCHAR IS NULL OR shown_kind IN ('tool_call', 'tool_result') AND nfc_normalize(coalesce(nullif(tool_name, ''), nullif(called_tool, ''), '(none)')) = nfc_normalize($tool::VARCHAR))
ORDER BY session_id, chain <> 'main', chain, source_id, line, block
