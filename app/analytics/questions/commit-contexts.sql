-- How large was the context that the model saw at the replies of these commits?
-- One row per commit with recorded usage: its size at the first reply and at the last, and what the last one wrote.
WITH replies AS (
  SELECT
    records.commit_id                                                                        AS commit_id,
    max((records.line, records.source_id))                                                   AS place,
    max_by(input_tokens + cache_read_tokens + cache_write_tokens, (records.line, records.source_id)) AS context_tokens,
    max_by(output_tokens, (records.line, records.source_id))                                 AS output_tokens
  FROM records
  JOIN token_usage USING (source_id, line)
  WHERE records.commit_id IN (SELECT unnest($commits::VARCHAR[]))
    AND NOT records.is_copy
    AND NOT token_usage.is_copy
    AND token_usage.model <> '<synthetic>'
  GROUP BY records.commit_id, reply_key
)
SELECT
  commit_id                            AS commit_id,
  min_by(context_tokens, place)        AS first_tokens,
  max_by(context_tokens, place)        AS last_tokens,
  max_by(output_tokens, place)         AS output_tokens
FROM replies
WHERE context_tokens > 0
GROUP BY commit_id
ORDER BY commit_id
