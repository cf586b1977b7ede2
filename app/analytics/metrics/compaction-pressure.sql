-- How many compactions do main chains have after a given number of hours or prompts?
-- One row per axis (hours, prompts) and bucket. A chain counts in every bucket that it reached; of a range of dates, in those that it reached in the range.
WITH present AS (
  SELECT
    session_number,
    min(first_at) AS first_at,
    greatest(min(first_at), coalesce(make_timestamptz($since_ms::BIGINT * 1000), min(first_at))) AS from_at,
    least(max(last_at), coalesce(make_timestamptz($until_ms::BIGINT * 1000), max(last_at))) AS last_at,
    -- What has no time is of no range.
    coalesce(sum(prompts) FILTER (WHERE quarter < $since_ms::BIGINT // 900_000), 0) AS prompts_before,
    coalesce(sum(prompts) FILTER (WHERE $until_ms::BIGINT IS NULL OR quarter < $until_ms::BIGINT // 900_000), 0) AS prompts
  FROM activity
  WHERE is_main AND session_number IN (SELECT session_number FROM (FROM chosen_activity) WHERE is_main)
  GROUP BY session_number
),
buckets AS (
  SELECT 'hours' AS axis, unnest([0, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64]) AS from_value, unnest([0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, NULL]) AS to_value
  UNION ALL
  SELECT 'prompts', unnest([0, 5, 10, 20, 40, 80, 160]), unnest([5, 10, 20, 40, 80, 160, NULL])
),
reached AS (
  SELECT
    'hours' AS axis,
    (epoch_ms(from_at) - epoch_ms(first_at)) / 3_600_000 AS seen_from,
    (epoch_ms(last_at) - epoch_ms(first_at)) / 3_600_000 AS reach
  FROM present
  WHERE first_at IS NOT NULL
  UNION ALL
  SELECT 'prompts', prompts_before, prompts FROM present
),
happened AS (
  SELECT 'hours' AS axis, ms_from_start / 3_600_000 AS place FROM (FROM chosen_compactions) WHERE is_main AND ms_from_start >= 0
  UNION ALL
  SELECT 'prompts', prompts_before FROM (FROM chosen_compactions) WHERE is_main
),
alive AS (
  SELECT axis, from_value, count(*) AS chains
  FROM buckets JOIN reached USING (axis)
  WHERE reach >= from_value AND (to_value IS NULL OR seen_from < to_value)
  GROUP BY axis, from_value
),
hit AS (
  SELECT axis, from_value, count(*) AS compactions
  FROM buckets JOIN happened USING (axis)
  WHERE place >= from_value AND (to_value IS NULL OR place < to_value)
  GROUP BY axis, from_value
)
SELECT
  axis                                                           AS axis,
  from_value::DOUBLE                                             AS from_value,
  to_value::DOUBLE                                               AS to_value,
  chains                                                         AS chains,
  coalesce(compactions, 0)                                       AS compactions,
  (coalesce(compactions, 0) / chains)::DOUBLE                    AS compactions_per_chain
FROM buckets
JOIN alive USING (axis, from_value)
LEFT JOIN hit USING (axis, from_value)
ORDER BY axis, from_value
