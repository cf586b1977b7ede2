-- How did each session of this batch end, by what its client wrote, else by the last event of its main chain?
-- One new row per session.
INSERT INTO endings BY NAME
SELECT
  session_number  AS session_number,
  CASE
    WHEN recorded = 'success' THEN 'finished'
    WHEN recorded <> 'unknown' THEN 'failed'
    WHEN kind IS NULL THEN 'unknown'
    WHEN kind = 'error' THEN 'failed'
    WHEN class = 'interrupt' THEN 'interrupted'
    WHEN is_asking OR asks THEN 'handed over'
    WHEN kind = 'response' THEN 'finished'
    ELSE 'abandoned'
  END             AS ending,
  CASE
    WHEN recorded <> 'unknown' THEN 'recorded'
    WHEN kind IS NULL THEN 'no event'
    WHEN kind = 'error' THEN 'failed request'
    WHEN class = 'interrupt' THEN 'interruption'
    WHEN is_asking THEN 'open question'
    WHEN asks THEN 'question'
    WHEN kind = 'response' THEN 'response'
    WHEN kind = 'prompt' THEN 'prompt without reply'
    WHEN kind = 'tool_call' THEN 'call without result'
    ELSE 'inside a turn'
  END             AS rule,
  source_id       AS source_id,
  line            AS line
FROM (
  SELECT
    fact_batch.session_number,
    -- An interruption is no outcome that a client writes.
    CASE fact_sessions.outcome WHEN 'interrupted' THEN 'unknown' ELSE fact_sessions.outcome END AS recorded,
    coalesce(sessions.standing = 'asking', false) AS is_asking,
    last.kind AS kind,
    last.class AS class,
    last.source_id AS source_id,
    last.line AS line,
    -- Marks of Markdown may follow the question mark.
    last.kind = 'response' AND (
      regexp_matches(right(body, 200), '[?？][\s*_`)"”’]*$')
      OR regexp_matches(string_split(rtrim(right(body, 600)), chr(10) || chr(10))[-1], '[?？][*_`)]*\s')
    ) AS asks
  FROM fact_batch
  JOIN fact_sessions USING (session_number)
  LEFT JOIN sessions ON sessions.session_id = fact_batch.session_id
  LEFT JOIN (
    SELECT
      session_number,
      arg_max(
        {'kind': kind, 'class': class, 'source_id': source_id, 'line': line, 'block': block},
        {'at': coalesce(occurred_at, '-infinity'), 'source_id': source_id, 'line': line, 'block': block}
      ) AS last
    FROM fact_events
    WHERE chain = 'main'
      AND (
        kind IN ('response', 'thinking', 'tool_call', 'tool_result', 'error')
        OR (kind = 'prompt' AND class IN ('human_prompt', 'queued_prompt', 'interrupt', 'plan_handover', 'task_notification'))
      )
    GROUP BY session_number
  ) AS found ON found.session_number = fact_batch.session_number
  LEFT JOIN (
    SELECT source_id, line, block, body FROM events WHERE events.rowid BETWEEN $events_first::BIGINT AND $events_last::BIGINT
  ) AS ending ON ending.source_id = last.source_id AND ending.line = last.line AND ending.block = last.block
)
