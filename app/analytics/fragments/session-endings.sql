-- How did each session end, by what its client wrote, else by the last event of its main chain?
-- One row per session with facts. A transcript that changed in the last half hour may continue.
SELECT
  ends.session_id AS session_id,
  CASE
    WHEN recorded = 'success' THEN 'finished'
    WHEN recorded <> 'unknown' THEN 'failed'
    WHEN kind IS NULL THEN 'unknown'
    WHEN last_at > now() - INTERVAL 30 MINUTE THEN 'unknown'
    WHEN kind = 'error' THEN 'failed'
    WHEN class = 'interrupt' THEN 'interrupted'
    WHEN is_asking OR asks THEN 'handed over'
    WHEN kind = 'response' THEN 'finished'
    ELSE 'abandoned'
  END AS ending,
  CASE
    WHEN recorded <> 'unknown' THEN 'recorded'
    WHEN kind IS NULL THEN 'no event'
    WHEN last_at > now() - INTERVAL 30 MINUTE THEN 'may continue'
    WHEN kind = 'error' THEN 'failed request'
    WHEN class = 'interrupt' THEN 'interruption'
    WHEN is_asking THEN 'open question'
    WHEN asks THEN 'question'
    WHEN kind = 'response' THEN 'response'
    WHEN kind = 'prompt' THEN 'prompt without reply'
    WHEN kind = 'tool_call' THEN 'call without result'
    ELSE 'inside a turn'
  END AS rule,
  source_id,
  line
FROM (
  SELECT
    counted.session_id,
    -- An interruption is no outcome that a client writes.
    CASE counted.outcome WHEN 'interrupted' THEN 'unknown' ELSE counted.outcome END AS recorded,
    coalesce(sessions.standing = 'asking', false) AS is_asking,
    counted.last_at,
    last.kind AS kind,
    last.class AS class,
    last.source_id AS source_id,
    last.line AS line,
    -- Marks of Markdown may follow the question mark.
    last.kind = 'response' AND (
      regexp_matches(right(body, 200), '[?？][\s*_`)"”’]*$')
      OR regexp_matches(string_split(rtrim(right(body, 600)), chr(10) || chr(10))[-1], '[?？][*_`)]*\s')
    ) AS asks
  FROM fact_sessions AS counted
  LEFT JOIN sessions ON sessions.session_id = counted.session_id
  LEFT JOIN (
    SELECT
      session_id,
      arg_max(
        {'kind': kind, 'class': class, 'source_id': source_id, 'line': line, 'block': block},
        {'at': coalesce(occurred_at, '-infinity'), 'source_id': source_id, 'line': line, 'block': block}
      ) AS last
    FROM events
    WHERE chain = 'main'
      AND NOT is_copy
      AND (
        kind IN ('response', 'thinking', 'tool_call', 'tool_result', 'error')
        OR (kind = 'prompt' AND class IN ('human_prompt', 'queued_prompt', 'interrupt', 'plan_handover', 'task_notification'))
      )
    GROUP BY session_id
  ) AS found ON found.session_id = counted.session_id
  LEFT JOIN events AS ending
    ON ending.source_id = last.source_id AND ending.line = last.line AND ending.block = last.block
) AS ends
