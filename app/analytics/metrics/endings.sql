-- How did sessions end, as their clients wrote or as their transcripts show?
-- One row per group and ending, most frequent first. The ending is of whole sessions; the filters choose the sessions that contain a matching event.
WITH present AS (
  SELECT DISTINCT group_key, session_id
  FROM (
    FROM chosen_activity_with_sessions
  )
),
ended AS (
  SELECT present.group_key, endings.*
  FROM present
  JOIN (
    FROM session_endings
  ) AS endings USING (session_id)
)
SELECT
  group_name                                                                         AS group_name,
  ending                                                                             AS ending,
  count(*)                                                                           AS sessions,
  (count(*) / sum(count(*)) OVER (PARTITION BY ended.group_key, group_name))::DOUBLE AS share,
  count(*) FILTER (rule = 'recorded')                                                AS recorded
FROM ended
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
GROUP BY ended.group_key, group_name, ending
ORDER BY group_name, sessions DESC, ending
