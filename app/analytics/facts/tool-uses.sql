-- Which tools were called, and what came back?
-- One new row per call of the sessions of this batch.
INSERT INTO tool_uses BY NAME
WITH results AS (
  SELECT
    session_number,
    tool_use_id,
    arg_min({'at': occurred_at, 'chars': chars}, (chain <> 'main', chain, place)) AS first,
    bool_or(is_error) AS is_error
  FROM fact_events
  WHERE kind = 'tool_result' AND tool_use_id IS NOT NULL
  GROUP BY session_number, tool_use_id
)
SELECT
  calls.session_number                                                                  AS session_number,
  is_main                                                                               AS is_main,
  model                                                                                 AS model,
  quarter_at                                                                            AS quarter_at,
  occurred_at                                                                           AS called_at,
  coalesce(tool_name, '')                                                               AS tool_name,
  nullif(regexp_extract(tool_name, '^mcp__(.+?)__', 1), '')                             AS server,
  results.tool_use_id IS NOT NULL                                                       AS has_result,
  coalesce(results.is_error, false)                                                     AS is_error,
  first.chars                                                                           AS result_chars,
  CASE WHEN first.at >= occurred_at THEN epoch_ms(first.at) - epoch_ms(occurred_at) END AS duration_ms,
  source_id                                                                             AS source_id,
  line                                                                                  AS line,
  block                                                                                 AS block,
  commit_id                                                                             AS commit_id
FROM fact_events AS calls
LEFT JOIN results ON results.session_number = calls.session_number AND results.tool_use_id = calls.tool_use_id
WHERE kind = 'tool_call'
