-- When in the week do people and agents work?
-- One row per day of the week and hour of the day in the chosen zone with at least one event.
WITH quarters AS (
  SELECT
    quarter_at,
    sum(events) AS events, sum(prompts) AS prompts, sum(responses) AS responses, sum(tool_calls) AS tool_calls
  FROM (
    FROM chosen_activity
  )
  WHERE quarter_at IS NOT NULL
  GROUP BY quarter_at
)
SELECT
  isodow(quarter_at AT TIME ZONE $zone::VARCHAR)   AS weekday,
  hour(quarter_at AT TIME ZONE $zone::VARCHAR)     AS hour,
  sum(events)::BIGINT                              AS events,
  sum(prompts)::BIGINT                             AS prompts,
  sum(responses)::BIGINT                           AS responses,
  sum(tool_calls)::BIGINT                          AS tool_calls
FROM quarters
GROUP BY weekday, hour
ORDER BY weekday, hour
