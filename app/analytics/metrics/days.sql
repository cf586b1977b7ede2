-- How much happened on each day?
-- One row per day of the chosen zone with at least one event.
WITH quarters AS (
  SELECT
    quarter_at, session_number, min(session_first_at) AS session_first_at,
    sum(events) AS events, sum(prompts) AS prompts, sum(responses) AS responses, sum(tool_calls) AS tool_calls, sum(compactions) AS compactions
  FROM (
    FROM chosen_activity
  )
  WHERE quarter_at IS NOT NULL
  GROUP BY quarter_at, session_number
),
named AS (
  SELECT quarter_at, strftime(quarter_at AT TIME ZONE $zone::VARCHAR, '%Y-%m-%d') AS day
  FROM (SELECT DISTINCT quarter_at FROM quarters)
)
SELECT
  day                                                                               AS day,
  count(DISTINCT session_number)                                                    AS sessions,
  count(DISTINCT session_number) FILTER (WHERE session_first_at >= quarters.quarter_at AND session_first_at < quarters.quarter_at + INTERVAL 15 MINUTE) AS started,
  sum(events)::BIGINT                                                               AS events,
  sum(prompts)::BIGINT                                                              AS prompts,
  sum(responses)::BIGINT                                                            AS responses,
  sum(tool_calls)::BIGINT                                                           AS tool_calls,
  sum(compactions)::BIGINT                                                          AS compactions
FROM quarters
JOIN named USING (quarter_at)
GROUP BY day
ORDER BY day
