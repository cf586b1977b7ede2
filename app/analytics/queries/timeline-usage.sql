-- How many tokens did each reply of a session use?
-- One row per reply that the session owns, in the order of time, those without a time first; replies are those of cost.
WITH files AS (
  FROM usage_files
),
own AS (
  FROM own_usage
),
replies AS (
  FROM counted_replies
)
SELECT
  occurred_at AS occurred_at,
  coalesce(input_tokens, 0)::DOUBLE + coalesce(cache_read_tokens, 0)::DOUBLE + coalesce(cache_write_tokens, 0)::DOUBLE AS read_tokens,
  coalesce(output_tokens, 0)::DOUBLE AS written_tokens
FROM replies
WHERE session_id = $session::VARCHAR
ORDER BY occurred_at NULLS FIRST, written_tokens
