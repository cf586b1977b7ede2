-- How often were tools called, and what did they put into the contexts?
-- One new row per session of this batch, main chain or sub-agents, model, quarter of an hour and tool.
INSERT INTO tool_counts BY NAME
WITH counted AS (
  SELECT
    session_number, is_main, agent_number, model_number, quarter, tool_number,
    count(*) AS calls, count(*) FILTER (WHERE is_error) AS errors, count(*) FILTER (WHERE is_refused) AS refusals,
    count(*) FILTER (WHERE is_interrupted) AS interruptions, count(*) FILTER (WHERE is_cancelled) AS cancelled, count(*) FILTER (WHERE is_invalid) AS invalid,
    count(*) FILTER (WHERE has_result) AS answered,
    0 AS call_chars, 0 AS call_read, 0 AS results, 0 AS result_chars, 0 AS result_read
  FROM fact_calls
  GROUP BY ALL
  UNION ALL
  SELECT
    session_number, is_main, agent_number, model_number, quarter, number, 0, 0, 0, 0, 0, 0, 0,
    coalesce(sum(chars) FILTER (WHERE part = 'tool_call'), 0),
    coalesce(sum(read_chars) FILTER (WHERE part = 'tool_call'), 0),
    count(*) FILTER (WHERE part = 'tool_result'),
    coalesce(sum(chars) FILTER (WHERE part = 'tool_result'), 0),
    coalesce(sum(read_chars) FILTER (WHERE part = 'tool_result'), 0)
  FROM fact_parts
  JOIN fact_names ON fact_names.name = nfc_normalize(tool_name)
  GROUP BY ALL
)
SELECT
  session_number      AS session_number,
  is_main             AS is_main,
  agent_number        AS agent_number,
  model_number        AS model_number,
  quarter             AS quarter,
  tool_number         AS tool_number,
  sum(calls)          AS calls,
  sum(errors)         AS errors,
  sum(refusals)       AS refusals,
  sum(interruptions)  AS interruptions,
  sum(cancelled)      AS cancelled,
  sum(invalid)        AS invalid,
  sum(answered)       AS answered,
  sum(call_chars)     AS call_chars,
  sum(call_read)      AS call_read,
  sum(results)        AS results,
  sum(result_chars)   AS result_chars,
  sum(result_read)    AS result_read
FROM counted
GROUP BY session_number, is_main, agent_number, model_number, quarter, tool_number
