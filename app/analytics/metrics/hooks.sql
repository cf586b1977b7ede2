-- How long did hooks run at the end of turns?
-- One row per group and command, the longest in all first. Only runs that the client records, and of which it records the time.
WITH runs AS (
  SELECT
    CASE $by::VARCHAR WHEN 'day' THEN coalesce(local_day(quarter), -2_147_483_648) WHEN 'month' THEN coalesce(local_month(quarter), -2_147_483_648) ELSE group_key END AS group_key,
    hook ->> '$.command' AS command,
    TRY_CAST(hook ->> '$.ms' AS DOUBLE) AS ms
  FROM (
    SELECT sessions.group_key, (floor(epoch_ms(records.occurred_at) / 900_000))::INTEGER AS quarter, unnest(from_json(detail -> '$.hooks', '["JSON"]')) AS hook
    FROM records
    JOIN (
      FROM chosen_sessions
    ) AS sessions USING (session_id)
    WHERE records.record_type = 'system'
      AND NOT records.is_copy
      AND json_exists(detail, '$.hooks')
      AND ($chains::VARCHAR = 'both' OR (records.chain = 'main') = ($chains::VARCHAR = 'main'))
      AND ($since_ms::BIGINT IS NULL OR epoch_ms(records.occurred_at) >= $since_ms::BIGINT)
      AND ($until_ms::BIGINT IS NULL OR epoch_ms(records.occurred_at) < $until_ms::BIGINT)
  )
)
SELECT
  group_name                          AS group_name,
  coalesce(command, '(none)')         AS command,
  count(*)                            AS runs,
  count(ms)                           AS timed,
  quantile_cont(ms, 0.5)::DOUBLE      AS ms_median,
  quantile_cont(ms, 0.9)::DOUBLE      AS ms_p90,
  max(ms)::BIGINT                     AS ms_max,
  sum(ms)::BIGINT                     AS ms_total
FROM runs
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
GROUP BY group_name, command
ORDER BY group_name, ms_total DESC NULLS LAST, command
