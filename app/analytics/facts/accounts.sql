-- What does the client's own account say that each session used and cost?
-- One new row per session of this batch and model: the last account counts.
INSERT INTO accounts BY NAME
WITH files AS (
  SELECT source_id, row_number() OVER (ORDER BY role DESC, file, source_id) AS source_rank
  FROM sources
  WHERE role IN ('session', 'agent')
),
written AS (
  SELECT session_number, count(*) AS accounts, arg_max(detail, (source_rank, line)) AS detail
  FROM fact_records
  JOIN files USING (source_id)
  WHERE record_type IN ('cost-state', 'result')
    AND detail IS NOT NULL
    AND NOT is_copy
  GROUP BY session_number
)
SELECT session_number, unnest(from_json(detail, '{"models": [{
  "model": "VARCHAR", "input_tokens": "BIGINT", "output_tokens": "BIGINT", "cache_read_tokens": "BIGINT", "cache_write_tokens": "BIGINT",
  "cost_usd": "DECIMAL(28,10)"
}]}').models, recursive := true)
FROM written
UNION ALL
SELECT session_number, '(not split by model)', NULL, NULL, NULL, NULL, TRY_CAST(detail ->> '$.total_cost_usd' AS DECIMAL(28, 10))
FROM written
WHERE accounts = 1 AND json_array_length(detail, '$.models') = 0
