-- Which sessions are these, and what happened in each?
-- One row per session with an event that the filters choose, the newest first.
WITH counted AS (
  SELECT
    session_number,
    min(first_at) AS first_at,
    max(last_at) AS last_at,
    sum(prompts)::BIGINT AS prompts,
    sum(responses)::BIGINT AS responses,
    sum(tool_calls)::BIGINT AS tool_calls,
    sum(failed_results)::BIGINT AS failed_results,
    sum(compactions)::BIGINT AS compactions,
    sum(events)::BIGINT AS events
  FROM (
    FROM chosen_activity
  )
  GROUP BY session_number
)
SELECT
  session_id                               AS session_id,
  coalesce(titles.title, '')               AS title,
  coalesce(nullif(project, ''), '(none)')  AS project,
  coalesce(nullif(template, ''), '(none)') AS template,
  outcome                                  AS outcome,
  first_at                                 AS first_at,
  last_at                                  AS last_at,
  duration_ms                              AS duration_ms,
  prompts                                  AS prompts,
  responses                                AS responses,
  tool_calls                               AS tool_calls,
  failed_results                           AS failed_results,
  compactions                              AS compactions,
  events                                   AS events
FROM counted
JOIN (
  FROM chosen_sessions
) AS sessions USING (session_number)
LEFT JOIN (SELECT session_id, title FROM sessions) AS titles USING (session_id)
WHERE ($outcome::VARCHAR IS NULL OR outcome = $outcome::VARCHAR)
  AND ($timed::BOOLEAN IS NULL OR (first_at IS NOT NULL) = $timed::BOOLEAN)
  AND ($compacted::BOOLEAN IS NULL OR (compactions > 0) = $compacted::BOOLEAN)
ORDER BY last_at DESC NULLS LAST, session_id
