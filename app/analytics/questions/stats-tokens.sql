-- How many tokens did each model use, each reply once and copies left out?
-- One row per group and model, most output first. A reply's last record wins; replies that the client made up are left out.
WITH grouped AS (
  FROM grouped_sources
),
replies AS (
  SELECT
    group_key,
    arg_max(model, place)              AS model,
    arg_max(input_tokens, place)       AS input_tokens,
    arg_max(output_tokens, place)      AS output_tokens,
    arg_max(cache_read_tokens, place)  AS cache_read_tokens,
    arg_max(cache_write_tokens, place) AS cache_write_tokens
  FROM (
    SELECT token_usage.*, group_key, source_rank * 1_000_000_000 + line AS place
    FROM token_usage
    JOIN grouped USING (source_id)
    WHERE NOT is_copy AND model <> '<synthetic>'
  )
  GROUP BY group_key, reply_key
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
GROUP BY group_key, model
ORDER BY group_key, sum(output_tokens) DESC, model
