-- When in the week do people and agents work?
-- One row per day of the week and hour of the day in the chosen zone with at least one event.
WITH counted AS (
  SELECT
    local_seconds(quarter) // 3600 % 168 AS hour_of_week,
    sum(events) AS events, sum(prompts) AS prompts, sum(responses) AS responses, sum(tool_calls) AS tool_calls
  FROM (
    FROM chosen_activity
  )
  WHERE quarter IS NOT NULL
  GROUP BY hour_of_week
)
SELECT
  -- That day was a Tuesday.
  (hour_of_week // 24 + 1) % 7 + 1   AS weekday,
  hour_of_week % 24                  AS hour,
  events::BIGINT                     AS events,
  prompts::BIGINT                    AS prompts,
  responses::BIGINT                  AS responses,
  tool_calls::BIGINT                 AS tool_calls
FROM counted
ORDER BY weekday, hour
