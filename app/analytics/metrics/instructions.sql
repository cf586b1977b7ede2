-- Which files with instructions did the client give to the model?
-- One row per group, file and kind, the one with the most text first. Only files that the client records.
WITH given AS (
  SELECT
    CASE $by::VARCHAR WHEN 'day' THEN coalesce(local_day(quarter), -2_147_483_648) WHEN 'month' THEN coalesce(local_month(quarter), -2_147_483_648) ELSE group_key END AS group_key,
    session_id,
    nfc_normalize(file ->> '$.path') AS path,
    file ->> '$.kind' AS kind,
    TRY_CAST(file ->> '$.chars' AS BIGINT) AS chars
  FROM (
    SELECT
      sessions.group_key, records.session_id, (floor(epoch_ms(records.occurred_at) / 900_000))::INTEGER AS quarter,
      unnest(from_json(detail -> '$.instructions', '["JSON"]')) AS file
    FROM records
    JOIN (
      FROM chosen_sessions
    ) AS sessions USING (session_id)
    WHERE records.record_type IN ('attachment', 'instructions')
      AND NOT records.is_copy
      AND json_exists(detail, '$.instructions')
      AND ($chains::VARCHAR = 'both' OR (records.chain = 'main') = ($chains::VARCHAR = 'main'))
      AND ($since_ms::BIGINT IS NULL OR epoch_ms(records.occurred_at) >= $since_ms::BIGINT)
      AND ($until_ms::BIGINT IS NULL OR epoch_ms(records.occurred_at) < $until_ms::BIGINT)
  )
)
SELECT
  group_name                  AS group_name,
  path                        AS path,
  kind                        AS kind,
  count(*)                    AS times,
  count(DISTINCT session_id)  AS sessions,
  max(chars)                  AS chars_max,
  sum(chars)::BIGINT          AS chars_total
FROM given
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
GROUP BY group_name, path, kind
ORDER BY group_name, chars_total DESC NULLS LAST, path, kind
