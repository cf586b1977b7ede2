-- How many tokens did each step add to a context, as recorded and as estimated?
-- One row per reply that another one follows with no compaction between them, the largest difference first.
WITH steps AS (
  FROM estimated_steps
)
SELECT
  chosen.session_id         AS session_id,
  chosen.chain              AS chain,
  chosen.occurred_at        AS occurred_at,
  name                      AS model,
  growth                    AS growth,
  round(estimate)::BIGINT   AS estimate,
  steps.response::BIGINT    AS response,
  steps.thinking::BIGINT    AS thinking,
  steps.tool_call::BIGINT   AS tool_call,
  steps.tool_result::BIGINT AS tool_result,
  steps.prompt::BIGINT      AS prompt,
  steps.injected::BIGINT    AS injected,
  calls                     AS calls,
  chosen.source_id          AS source_id,
  chosen.line               AS line
FROM (
  FROM chosen_replies_with_sessions
) AS chosen
JOIN steps USING (reply_key)
JOIN fact_names ON number = model_number
ORDER BY abs(estimate - growth) DESC, session_id, chosen.source_id, chosen.line
