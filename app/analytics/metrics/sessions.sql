-- List the sessions, with what happened in each.
-- One row per session with an event that the filters choose, the newest first; `running` chooses those that ran at some time of the range, `began` those that began in it.
WITH counted AS (
  SELECT
    session_number,
    min(first_at) AS first_at,
    max(last_at) AS last_at,
    sum(prompts)::BIGINT AS prompts,
    sum(responses)::BIGINT AS responses,
    sum(tool_calls)::BIGINT AS tool_calls,
    sum(errors)::BIGINT AS failed_requests,
    sum(failed_results)::BIGINT AS failed_results,
    sum(compactions)::BIGINT AS compactions,
    sum(events)::BIGINT AS events,
    bool_or(is_first) AS has_first
  FROM (
    FROM chosen_activity
  )
  GROUP BY session_number
),
active AS (
  SELECT session_number, sum(active_ms)::BIGINT AS active_ms
  FROM state_times
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
  CASE WHEN duration_ms IS NOT NULL THEN coalesce(active_ms, 0) END AS active_ms,
  coalesce(prompts, 0)                     AS prompts,
  coalesce(responses, 0)                   AS responses,
  coalesce(tool_calls, 0)                  AS tool_calls,
  coalesce(failed_requests, 0) + coalesce(failed_results, 0) AS errors,
  coalesce(failed_requests, 0)             AS failed_requests,
  coalesce(failed_results, 0)              AS failed_results,
  coalesce(compactions, 0)                 AS compactions,
  coalesce(events, 0)                      AS events
FROM (
  FROM chosen_sessions
) AS sessions
LEFT JOIN counted USING (session_number)
LEFT JOIN active USING (session_number)
LEFT JOIN (SELECT session_id, title FROM sessions) AS titles USING (session_id)
WHERE CASE
    WHEN $running::BOOLEAN IS NOT TRUE THEN counted.session_number IS NOT NULL
    ELSE session_number IN (
      SELECT session_number
      FROM (
        FROM session_spans
      )
    )
  END
  AND ($began::BOOLEAN IS NULL OR coalesce(has_first, false) = $began::BOOLEAN)
  AND ($outcome::VARCHAR IS NULL OR outcome = $outcome::VARCHAR)
  AND ($compacted::BOOLEAN IS NULL OR (coalesce(compactions, 0) > 0) = $compacted::BOOLEAN)
ORDER BY last_at DESC NULLS LAST, session_id
