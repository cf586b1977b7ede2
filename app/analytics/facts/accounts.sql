-- What does the client's own account say that each session used and cost?
-- One new row per session of this batch and model: the last account counts. One that names no models covers what stands before it.
INSERT INTO accounts BY NAME
WITH files AS (
  SELECT source_id, row_number() OVER (ORDER BY role DESC, file, source_id) AS source_rank
  FROM sources
  WHERE role IN ('session', 'agent')
),
written AS (
  SELECT
    session_number, count(*) AS accounts, arg_max(detail, (source_rank, line)) AS detail,
    arg_max(source_id, (source_rank, line)) AS source_id, arg_max(line, (source_rank, line)) AS line
  FROM fact_records
  JOIN files USING (source_id)
  WHERE record_type IN ('cost-state', 'result')
    AND detail IS NOT NULL
    AND NOT is_copy
  GROUP BY session_number
),
last_replies AS (
  SELECT source_id, max(line) AS last_line FROM fact_usage WHERE NOT is_copy AND model <> '<synthetic>' GROUP BY source_id
)
SELECT session_number, unnest(from_json(detail, '{"models": [{
  "model": "VARCHAR", "input_tokens": "BIGINT", "output_tokens": "BIGINT", "cache_read_tokens": "BIGINT", "cache_write_tokens": "BIGINT",
  "cost_usd": "DECIMAL(28,10)"
}]}').models, recursive := true)
FROM written
UNION ALL
SELECT session_number, '(not split by model)', NULL, NULL, NULL, NULL, TRY_CAST(detail ->> '$.total_cost_usd' AS DECIMAL(28, 10))
FROM written
LEFT JOIN last_replies USING (source_id)
WHERE accounts = 1 AND coalesce(last_line, 0) < line AND json_array_length(detail, '$.models') = 0
