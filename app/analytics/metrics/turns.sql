-- Which prompts did humans type, and what did the main chain do up to the next one?
-- One row per prompt, the newest first.
WITH wanted AS NOT MATERIALIZED (
  SELECT *
  FROM (
    FROM chosen_turns_with_sessions
  )
  WHERE $measure::VARCHAR IS NULL
    OR CASE $measure::VARCHAR
      WHEN 'responses' THEN responses
      WHEN 'tool calls' THEN tool_calls
      WHEN 'characters out per character in' THEN response_chars // nullif(prompt_chars, 0)
    END BETWEEN coalesce($least::DOUBLE, 0) AND coalesce($most::BIGINT, 999_999_999_999_999)
),
quarters AS (
  SELECT quarter, count(*) AS turns
  FROM wanted
  GROUP BY quarter
  ORDER BY quarter DESC NULLS LAST
  -- Each has a turn at least.
  LIMIT $limit::BIGINT
),
-- As many quarters of an hour as the rows that are wanted come from.
shown AS (
  SELECT quarter
  FROM (SELECT *, sum(turns) OVER (ORDER BY quarter DESC NULLS LAST ROWS UNBOUNDED PRECEDING) - turns AS before FROM quarters)
  WHERE $limit::BIGINT IS NULL OR before < $limit::BIGINT
),
rows AS (
  SELECT wanted.*
  FROM wanted
  JOIN shown ON shown.quarter IS NOT DISTINCT FROM wanted.quarter
),
texts AS (
  SELECT source_id, line, arg_min(left(body, 300), block) AS text
  FROM events
  SEMI JOIN rows USING (source_id, line)
  WHERE kind = 'prompt'
  GROUP BY source_id, line
)
SELECT
  session_id                 AS session_id,
  turn                       AS turn,
  texts.text                 AS text,
  prompt_at                  AS prompt_at,
  name                       AS model,
  prompt_chars               AS prompt_chars,
  responses                  AS responses,
  tool_calls                 AS tool_calls,
  response_chars             AS response_chars,
  source_id                  AS source_id,
  line                       AS line,
  file_line_of(source_id, line) AS file_line,
  commit_id                  AS commit_id
FROM rows
LEFT JOIN texts USING (source_id, line)
JOIN fact_names ON number = model_number
ORDER BY prompt_at DESC NULLS LAST, session_id, turn DESC
