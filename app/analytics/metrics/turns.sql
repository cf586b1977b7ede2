-- Which prompts did humans type, and what did the main chain do up to the next one?
-- One row per prompt, the newest first.
SELECT
  session_id                 AS session_id,
  turn                       AS turn,
  prompt_at                  AS prompt_at,
  model                      AS model,
  prompt_chars               AS prompt_chars,
  responses                  AS responses,
  tool_calls                 AS tool_calls,
  response_chars             AS response_chars,
  source_id                  AS source_id,
  line                       AS line,
  commit_id                  AS commit_id
FROM (
  FROM chosen_turns
)
ORDER BY prompt_at DESC NULLS LAST, session_id, turn DESC
