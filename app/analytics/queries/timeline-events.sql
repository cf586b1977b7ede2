-- What happened in a session, moment by moment?
-- One row per event that has a time, in the order of time, then of the transcript.
-- A call and its result took the time between them; a response and its thinking took the time since the event before in their chain, if it is below the idle threshold.
WITH calls AS (
  SELECT
    chain, tool_use_id,
    any_value(tool_name) FILTER (WHERE kind = 'tool_call')                               AS tool_name,
    count(*) FILTER (WHERE kind = 'tool_call') = 1 AND count(*) FILTER (WHERE kind = 'tool_result') = 1 AS is_pair,
    epoch_ms(max(occurred_at) FILTER (WHERE kind = 'tool_result')) - epoch_ms(min(occurred_at) FILTER (WHERE kind = 'tool_call')) AS ms
  FROM events
  WHERE session_id = $session::VARCHAR AND kind IN ('tool_call', 'tool_result') AND tool_use_id IS NOT NULL AND NOT is_copy
  GROUP BY chain, tool_use_id
),
own_events AS (
  SELECT
    *,
    epoch_ms(occurred_at) - epoch_ms(lag(occurred_at) OVER (PARTITION BY chain ORDER BY occurred_at, source_id, line, block)) AS since_ms
  FROM events
  WHERE session_id = $session::VARCHAR AND NOT is_copy AND occurred_at IS NOT NULL
)
SELECT
  events.occurred_at AS occurred_at,
  events.chain       AS chain,
  events.kind        AS kind,
  events.class       AS class,
  CASE events.kind
    WHEN 'tool_call' THEN concat_ws(' ', events.tool_name, coalesce(
      events.file_path,
      CASE WHEN json_valid(events.body) THEN coalesce(
        events.body ->> '$.command',
        events.body ->> '$.description',
        events.body ->> '$.pattern'
      ) END
    ))
    WHEN 'tool_result' THEN coalesce(calls.tool_name, '')
    WHEN 'system' THEN coalesce(nullif(events.subtype, ''), events.body, '')
    WHEN 'metric' THEN coalesce(events.subtype, '')
    ELSE coalesce(left(events.body, 400), '')
  END                AS label,
  events.commit_id   AS commit_id,
  events.source_id   AS source_id,
  events.line        AS line,
  events.is_error AND NOT is_refusal(events.permission) AS is_error,
  is_refusal(events.permission) AS is_refused,
  CASE
    WHEN events.kind IN ('tool_call', 'tool_result') THEN CASE WHEN calls.is_pair AND calls.ms >= 0 THEN calls.ms END
    WHEN events.kind IN ('response', 'thinking') AND since_ms < $idle_ms::BIGINT THEN since_ms
  END AS duration_ms
FROM own_events AS events
LEFT JOIN calls ON calls.chain = events.chain AND calls.tool_use_id = events.tool_use_id
ORDER BY events.occurred_at, events.source_id, events.line, events.block
