-- How did sessions end, after how long, how many prompts and how many compactions?
-- One row per group and outcome, most frequent first. Length and outcome are of whole sessions; the filters choose the sessions that contain a matching event.
WITH present AS (
  SELECT group_key, session_number, sum(prompts) AS prompts, sum(compactions) AS compactions
  FROM (
    FROM first_activity
  )
  GROUP BY group_key, session_number
),
ended AS (
  SELECT present.*, outcome, duration_ms
  FROM present
  JOIN (
    FROM chosen_sessions
  ) AS sessions USING (session_number)
)
SELECT
  group_name                                                                         AS group_name,
  outcome                                                                            AS outcome,
  count(*)                                                                           AS sessions,
  (count(*) / sum(count(*)) OVER (PARTITION BY ended.group_key, group_name))::DOUBLE AS share,
  quantile_cont(duration_ms, 0.5)::DOUBLE                                            AS ms_median,
  max(duration_ms)                                                                   AS ms_longest,
  quantile_cont(prompts, 0.5)::DOUBLE                                                AS turns_median,
  avg(prompts)                                                                       AS turns_mean,
  avg(compactions)                                                                   AS compactions_mean
FROM ended
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
GROUP BY ended.group_key, group_name, outcome
ORDER BY group_name, sessions DESC, outcome
