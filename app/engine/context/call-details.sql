-- What are these calls?
-- One row per call; of one that several sessions contain, what the last of them says. No call is earlier than `since`, milliseconds since 1970.
WITH own AS (
  SELECT *
  FROM events
  WHERE tool_use_id IN (SELECT unnest($ids::VARCHAR[]))
    AND kind IN ('tool_call', 'tool_result')
    AND NOT is_copy
    AND (occurred_at IS NULL OR occurred_at >= epoch_ms($since::BIGINT)::TIMESTAMPTZ)
),
results AS (
  SELECT tool_use_id, session_id, sum(chars)::BIGINT AS chars, bool_or(is_error) AS is_error
  FROM own
  WHERE kind = 'tool_result'
  GROUP BY tool_use_id, session_id
),
calls AS (
  SELECT *, count(DISTINCT session_id) OVER (PARTITION BY tool_use_id) AS sessions
  FROM own
  WHERE kind = 'tool_call'
  QUALIFY row_number() OVER (PARTITION BY tool_use_id ORDER BY occurred_at DESC NULLS LAST, session_id, line DESC) = 1
)
SELECT
  calls.tool_use_id                                AS id,
  calls.session_id                                 AS session_id,
  coalesce(calls.tool_name, '')                    AS tool_name,
  coalesce(
    calls.file_path,
    CASE WHEN json_valid(body)
      THEN left(coalesce(body ->> '$.command', body ->> '$.pattern', body ->> '$.url', body ->> '$.query', body ->> '$.description'), 120)
    END,
    ''
  )                                                AS about,
  results.chars                                    AS chars,
  results.is_error                                 AS is_error,
  calls.occurred_at                                AS last_at,
  calls.sessions                                   AS sessions
FROM calls
LEFT JOIN results ON results.tool_use_id = calls.tool_use_id AND results.session_id = calls.session_id
