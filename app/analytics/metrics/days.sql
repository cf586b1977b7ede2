-- How much happened on each day?
-- One row per day of the chosen zone with at least one event.
WITH daily AS (
  SELECT
    local_day(quarter) AS day, session_number,
    bool_or(is_first) AS is_first,
    sum(events) AS events, sum(prompts) AS prompts, sum(responses) AS responses, sum(tool_calls) AS tool_calls, sum(compactions) AS compactions
  FROM (
    FROM chosen_activity
  )
  WHERE quarter IS NOT NULL
  GROUP BY day, session_number
)
SELECT
  strftime(DATE '1970-01-01' + day, '%Y-%m-%d')  AS day,
  count(*)                                       AS sessions,
  count(*) FILTER (WHERE is_first)               AS started,
  sum(events)::BIGINT                            AS events,
  sum(prompts)::BIGINT                           AS prompts,
  sum(responses)::BIGINT                         AS responses,
  sum(tool_calls)::BIGINT                        AS tool_calls,
  sum(compactions)::BIGINT                       AS compactions
FROM daily
GROUP BY daily.day
ORDER BY daily.day
