-- Which sessions are these, and what happened in each?
-- One row per session with an event that the filters choose, the newest first.
SELECT
  session_id                            AS session_id,
  any_value(title)                      AS title,
  coalesce(nullif(any_value(project), ''), '(none)')   AS project,
  coalesce(nullif(any_value(template), ''), '(none)')  AS template,
  any_value(outcome)                    AS outcome,
  min(first_at)                         AS first_at,
  max(last_at)                          AS last_at,
  any_value(duration_ms)                AS duration_ms,
  sum(prompts)::BIGINT                  AS prompts,
  sum(responses)::BIGINT                AS responses,
  sum(tool_calls)::BIGINT               AS tool_calls,
  sum(failed_results)::BIGINT           AS failed_results,
  sum(compactions)::BIGINT              AS compactions,
  sum(events)::BIGINT                   AS events
FROM (
  FROM chosen_activity
)
WHERE ($outcome::VARCHAR IS NULL OR outcome = $outcome::VARCHAR)
GROUP BY session_id
HAVING $compacted::BOOLEAN IS NULL OR (sum(compactions) > 0) = $compacted::BOOLEAN
ORDER BY last_at DESC NULLS LAST, session_id
