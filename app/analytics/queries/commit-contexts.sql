-- How large was the context that the model saw at the replies of these commits?
-- One row per commit with recorded usage: its size at the first reply and at the last, the output of the last, and the characters of
-- prompts and attachments before the first.
WITH replies AS (
  SELECT
    records.commit_id                                                                        AS commit_id,
    max((records.line, records.source_id))                                                   AS place,
    min((records.line, records.source_id))                                                   AS begin,
    max_by(context_tokens, (account_rank, records.line, records.source_id))                  AS context_tokens,
    max_by(output_tokens, (account_rank, records.line, records.source_id))                   AS output_tokens
  FROM records
  JOIN token_usage USING (source_id, line)
  WHERE records.commit_id IN (SELECT unnest($commits::VARCHAR[]))
    AND NOT records.is_copy
    AND NOT token_usage.is_copy
    AND token_usage.model <> '<synthetic>'
    AND token_usage.iteration IS NULL
  GROUP BY records.commit_id, reply_key
),
sizes AS (
  SELECT
    commit_id                            AS commit_id,
    min(begin)                           AS begin,
    min_by(context_tokens, place)        AS first_tokens,
    max_by(context_tokens, place)        AS last_tokens,
    max_by(if(output_tokens <= 9_007_199_254_740_991, output_tokens, NULL), place) AS output_tokens
  FROM replies
  -- A larger number, which no model sees, says nothing.
  WHERE context_tokens BETWEEN 1 AND 9_007_199_254_740_991
  GROUP BY commit_id
),
openings AS (
  SELECT
    events.commit_id                                            AS commit_id,
    sum(length(body))                                           AS opening_chars
  FROM events
  JOIN sizes USING (commit_id)
  WHERE events.kind = 'prompt'
    AND NOT events.is_copy
    AND (events.line, events.source_id) < sizes.begin
  GROUP BY events.commit_id
)
SELECT
  sizes.commit_id                        AS commit_id,
  first_tokens                           AS first_tokens,
  last_tokens                            AS last_tokens,
  output_tokens                          AS output_tokens,
  coalesce(opening_chars, 0)::BIGINT     AS opening_chars
FROM sizes
LEFT JOIN openings USING (commit_id)
ORDER BY sizes.commit_id
