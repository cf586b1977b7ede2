-- Which calls of a tool were made, and with what result?
-- One row per call, the newest first.
WITH tools AS (
  SELECT number, coalesce(nullif(name, ''), '(none)') AS tool_name
  FROM fact_names
  WHERE ($tool::VARCHAR IS NULL OR coalesce(nullif(name, ''), '(none)') = nfc_normalize($tool::VARCHAR))
    AND ($server::VARCHAR IS NULL OR server = nfc_normalize($server::VARCHAR))
),
quarters AS (
  SELECT
    quarter,
    sum(CASE coalesce($outcome::VARCHAR, 'any') WHEN 'any' THEN calls WHEN 'error' THEN errors WHEN 'refused' THEN refusals WHEN 'interrupted' THEN interruptions WHEN 'cancelled' THEN cancelled WHEN 'invalid' THEN invalid WHEN 'result' THEN answered - errors - refusals - interruptions - cancelled WHEN 'no result' THEN calls - answered ELSE 0 END) AS calls
  FROM (
    FROM chosen_tool_counts
  )
  JOIN tools ON number = tool_number
  GROUP BY quarter
  HAVING calls > 0
  ORDER BY quarter DESC NULLS LAST
  LIMIT $limit::BIGINT
),
-- As many quarters of an hour as the rows that are wanted come from.
shown AS (
  SELECT quarter
  FROM (SELECT *, sum(calls) OVER (ORDER BY quarter DESC NULLS LAST ROWS UNBOUNDED PRECEDING) - calls AS before FROM quarters)
  WHERE $limit::BIGINT IS NULL OR before < $limit::BIGINT
),
chosen AS (
  SELECT *
  FROM (
    FROM chosen_tool_uses_with_sessions
  )
  SEMI JOIN shown USING (quarter)
  UNION ALL
  SELECT *
  FROM (
    FROM chosen_tool_uses_with_sessions
  )
  WHERE quarter IS NULL AND EXISTS (FROM shown WHERE quarter IS NULL)
),
details AS (
  SELECT *, CASE WHEN is_refused THEN 'refused' WHEN is_interrupted THEN 'interrupted' WHEN is_cancelled THEN 'cancelled' WHEN is_error THEN 'error' WHEN has_result THEN 'result' ELSE 'no result' END AS came_of_it FROM chosen
)
SELECT
  session_id                                            AS session_id,
  CASE WHEN is_main THEN 'main' ELSE 'sub-agent' END    AS chain,
  called_at                                             AS called_at,
  tool_name                                             AS tool_name,
  name                                                  AS model,
  came_of_it                                            AS outcome,
  result_chars                                          AS result_chars,
  duration_ms                                           AS duration_ms,
  is_cut                                                AS duration_ms_at_least,
  source_id                                             AS source_id,
  line                                                  AS line,
  file_line_of(source_id, line)                         AS file_line,
  commit_id                                             AS commit_id
FROM details
JOIN tools ON tools.number = tool_number
JOIN fact_names ON fact_names.number = model_number
WHERE $outcome::VARCHAR IS NULL OR came_of_it = $outcome::VARCHAR OR ($outcome::VARCHAR = 'invalid' AND is_invalid)
ORDER BY called_at DESC NULLS LAST, session_id, line DESC, block DESC
