-- How many tokens did each model use, each reply once and copies left out?
-- One row per group and model, most output first. A reply's last record by time wins, else by place; replies that the client made up are left out.
-- A reply that stands in several groups, not marked as a copy, counts for the one in which it stood first: groups add up to the total.
WITH grouped AS (
  FROM counted_sources
),
files AS (
  SELECT source_id, row_number() OVER (ORDER BY role DESC, file, source_id) AS source_rank
  FROM sources
  WHERE role IN ('session', 'agent')
  UNION ALL
  SELECT DISTINCT source_id, 0
  FROM token_usage
  WHERE starts_with(session_id, 'live/')
),
replies AS (
  SELECT first_source_id AS source_id, unnest(last)
  FROM (
    SELECT
      arg_min(source_id, (coalesce(occurred_at, 'infinity'::TIMESTAMPTZ), session_id, source_rank)) AS first_source_id,
      arg_max({
        'model': model,
        'input_tokens': input_tokens,
        'output_tokens': output_tokens,
        'cache_read_tokens': cache_read_tokens,
        'cache_write_tokens': cache_write_tokens
      }, (coalesce(occurred_at, '-infinity'::TIMESTAMPTZ), source_rank, line)) AS last
    FROM token_usage
    JOIN files USING (source_id)
    WHERE NOT is_copy
      AND model <> '<synthetic>'
      AND ($session::VARCHAR IS NULL OR reply_key IN (SELECT reply_key FROM token_usage WHERE session_id = $session::VARCHAR AND NOT is_copy))
    GROUP BY reply_key
  )
)
SELECT
  group_key                             AS group_key,
  coalesce(nullif(model, ''), '(none)') AS model,
  count(*)                              AS replies,
  sum(input_tokens)::BIGINT             AS input_tokens,
  sum(output_tokens)::BIGINT            AS output_tokens,
  sum(cache_read_tokens)::BIGINT        AS cache_read_tokens,
  sum(cache_write_tokens)::BIGINT       AS cache_write_tokens
FROM replies
JOIN grouped USING (source_id)
GROUP BY group_key, model
ORDER BY group_key, sum(output_tokens) DESC, model
