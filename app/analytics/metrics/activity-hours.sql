-- When in the week do people and agents work?
-- One row per day of the week and hour of the day in the chosen zone with at least one event.
WITH quarters AS (
  SELECT
    quarter,
    sum(events) AS events, sum(prompts) AS prompts, sum(responses) AS responses, sum(tool_calls) AS tool_calls
  FROM (
    FROM chosen_activity
  )
  WHERE quarter IS NOT NULL
  GROUP BY quarter
),
local AS (
  SELECT *, make_timestamptz(quarter::BIGINT * 900_000_000) AT TIME ZONE $zone::VARCHAR AS moment
  FROM quarters
)
SELECT
  isodow(moment)                                   AS weekday,
  hour(moment)                                     AS hour,
  sum(events)::BIGINT                              AS events,
  sum(prompts)::BIGINT                             AS prompts,
  sum(responses)::BIGINT                           AS responses,
  sum(tool_calls)::BIGINT                          AS tool_calls
FROM local
GROUP BY weekday, hour
ORDER BY weekday, hour
