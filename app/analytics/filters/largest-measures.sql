-- How large do the numbers get of which quantiles are asked?
-- One row.
SELECT least(coalesce(greatest(
  (SELECT greatest(max(result_chars), max(duration_ms)) FROM tool_uses),
  (SELECT max(context_tokens) FROM replies),
  (SELECT greatest(max(responses), max(tool_calls)) FROM turns)
), 0), 9_007_199_254_740_991)::BIGINT AS largest
