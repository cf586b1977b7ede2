-- How often is the context compacted, why, and after how much?
-- One row per group.
WITH present AS (
  SELECT DISTINCT group_key, session_number
  FROM (
    FROM first_activity
  )
),
chosen AS (
  FROM first_compactions
),
per_session AS (
  SELECT group_key, session_number, count(*) AS compactions FROM chosen GROUP BY group_key, session_number
),
shares AS (
  SELECT
    present.group_key,
    count(*) AS sessions,
    count(compactions) AS compacted_sessions,
    coalesce(max(compactions), 0) AS most_in_a_session
  FROM present
  LEFT JOIN per_session USING (group_key, session_number)
  GROUP BY present.group_key
),
counted AS (
  SELECT
    group_key,
    count(*) AS compactions,
    count(*) FILTER (WHERE trigger = 'auto') AS auto,
    count(*) FILTER (WHERE trigger = 'manual') AS manual,
    quantile_cont(tokens_before, 0.5) AS tokens_before,
    quantile_cont(tokens_after, 0.5) AS tokens_after,
    quantile_cont(tokens_next, 0.5) AS tokens_next,
    sum(tokens_dropped) AS tokens_dropped,
    quantile_cont(prompts_since, 0.5) AS prompts_between,
    quantile_cont(ms_since, 0.5) AS ms_between
  FROM chosen
  GROUP BY group_key
)
SELECT
  group_name                                             AS group_name,
  sessions                                               AS sessions,
  compacted_sessions                                     AS compacted_sessions,
  (compacted_sessions / sessions)::DOUBLE                AS compacted_share,
  coalesce(compactions, 0)                               AS compactions,
  coalesce(auto, 0)                                      AS auto,
  coalesce(manual, 0)                                    AS manual,
  coalesce(compactions - auto - manual, 0)               AS other,
  most_in_a_session                                      AS most_in_a_session,
  tokens_before::DOUBLE                                  AS tokens_before,
  tokens_after::DOUBLE                                   AS tokens_after,
  tokens_next::DOUBLE                                    AS tokens_next,
  TRY_CAST(tokens_dropped AS BIGINT)                     AS tokens_dropped,
  prompts_between::DOUBLE                                AS prompts_between,
  ms_between::DOUBLE                                     AS ms_between
FROM shares
LEFT JOIN counted USING (group_key)
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name
