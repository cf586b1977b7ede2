-- How large do the numbers get of which quantiles are asked?
-- One row.
SELECT coalesce(greatest(max(result_chars), max(duration_ms)), 0)::BIGINT AS largest
FROM tool_uses
