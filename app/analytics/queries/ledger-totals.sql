-- How many records does each group hold, by two ways of counting: as the files were read, and by their type?
-- One row per group, copies included.
WITH grouped AS (
  FROM grouped_sources
),
typed AS (
  SELECT
    source_id                                       AS source_id,
    count(*) FILTER (WHERE record_type = 'user')    AS user_records
  FROM records
  GROUP BY source_id
),
corrected AS (
  SELECT source_id AS source_id, count(*) AS corrections
  FROM corrections
  GROUP BY source_id
)
SELECT
  group_key                                AS group_key,
  coalesce(sum(records), 0)::BIGINT        AS records,
  coalesce(sum(user_records), 0)::BIGINT   AS user_records,
  coalesce(sum(corrections), 0)::BIGINT    AS corrected
FROM grouped
JOIN sources USING (source_id)
LEFT JOIN typed USING (source_id)
LEFT JOIN corrected USING (source_id)
GROUP BY group_key
ORDER BY group_key
