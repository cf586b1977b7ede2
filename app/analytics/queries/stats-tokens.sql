-- How many tokens did each model use, each reply once and without copies?
-- One row per group and model, most output first. A reply's most complete record wins, of equal ones the last by time, else by place; replies that the client made up are excluded.
-- A reply that is in several groups, not marked as a copy, counts for the one in which it stood first: groups add up to the total.
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
  SELECT first_source_id AS source_id, unnest(last), is_understated
  FROM (
    SELECT
      arg_min(source_id, (coalesce(occurred_at, 'infinity'::TIMESTAMPTZ), session_id, source_rank)) AS first_source_id,
      arg_max({
        'model': model,
        'iteration': iteration,
        'input_tokens': input_tokens,
        'output_tokens': output_tokens,
        'cache_read_tokens': cache_read_tokens,
        'cache_write_tokens': cache_write_tokens
      }, (account_rank, coalesce(occurred_at, '-infinity'::TIMESTAMPTZ), source_rank, line)) AS last,
      max({ 'rank': account_rank, 'is_understated': is_understated }).is_understated AS is_understated
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
  count(*) FILTER (WHERE iteration IS NULL) AS replies,
  TRY_CAST(sum(input_tokens) AS BIGINT)             AS input_tokens,
  TRY_CAST(sum(output_tokens) AS BIGINT)            AS output_tokens,
  TRY_CAST(sum(cache_read_tokens) AS BIGINT)        AS cache_read_tokens,
  TRY_CAST(sum(cache_write_tokens) AS BIGINT)       AS cache_write_tokens,
  count(*) FILTER (WHERE is_understated) AS understated_replies
FROM replies
JOIN grouped USING (source_id)
GROUP BY group_key, model
ORDER BY group_key, sum(output_tokens) DESC NULLS LAST, model
