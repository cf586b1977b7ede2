-- After which prompts did the context grow most?
-- One row per prompt, the largest growth first.
SELECT
  session_id                            AS session_id,
  turn                                  AS turn,
  texts.text                            AS text,
  prompt_at                             AS prompt_at,
  name                                  AS model,
  context_before                        AS context_before,
  context_after                         AS context_after,
  growth                                AS growth,
  compacted                             AS compacted,
  coalesce(replies, 0)                  AS replies,
  tool_calls                            AS tool_calls,
  source_id                             AS source_id,
  line                                  AS line,
  file_line_of(source_id, line)         AS file_line,
  commit_id                             AS commit_id
FROM (
  FROM chosen_turns_with_sessions
) AS chosen
LEFT JOIN (
  FROM prompt_contexts
) AS contexts USING (session_number, turn)
LEFT JOIN (
  FROM prompt_texts
) AS texts USING (source_id, line)
JOIN fact_names ON number = model_number
ORDER BY growth DESC NULLS LAST, prompt_at DESC NULLS LAST, session_id, turn
