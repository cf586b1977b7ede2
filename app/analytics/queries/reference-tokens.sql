-- How many tokens did each model use by three ways of counting, copies included?
-- One row per group, way of counting and model. A reply is a message id of a session; its model is that of its first record.
--   tokens             each reply once, its last record
--   tokensFirstRecord  each reply once, its first record
--   tokensNaiveSum     every record
WITH grouped AS (
  FROM grouped_sources
),
-- Usage that does not belong to a reply of the transcript itself: failed requests, and messages that progress records carry.
others AS (
  SELECT source_id, line
  FROM records
  WHERE class = 'agent_message' OR (record_type = 'assistant' AND (is_api_error OR NOT has_content_list))
),
usage AS (
  SELECT
    group_key,
    grouped.session_id,
    message_id,
    coalesce(nullif(model, ''), '(none)') AS model,
    [input_tokens, output_tokens, cache_write_tokens, cache_read_tokens] AS tokens,
    source_rank * 1_000_000_000 + line AS place
  FROM token_usage
  JOIN grouped USING (source_id)
  ANTI JOIN others USING (source_id, line)
  WHERE message_id IS NOT NULL AND iteration IS NULL
),
replies AS (
  SELECT
    group_key,
    arg_min(model, place)  AS model,
    arg_min(tokens, place) AS first_tokens,
    arg_max(tokens, place) AS last_tokens
  FROM usage
  GROUP BY group_key, session_id, message_id
),
counted AS (
  SELECT group_key, 'tokens' AS way, model, last_tokens AS tokens FROM replies
  UNION ALL
  SELECT group_key, 'tokensFirstRecord' AS way, model, first_tokens AS tokens FROM replies
  UNION ALL
  SELECT group_key, 'tokensNaiveSum' AS way, model, tokens FROM usage
)
SELECT
  group_key              AS group_key,
  way                    AS way,
  model                  AS model,
  TRY_CAST(coalesce(sum(tokens[1]), 0) AS BIGINT) AS input_tokens,
  TRY_CAST(coalesce(sum(tokens[2]), 0) AS BIGINT) AS output_tokens,
  TRY_CAST(coalesce(sum(tokens[3]), 0) AS BIGINT) AS cache_write_tokens,
  TRY_CAST(coalesce(sum(tokens[4]), 0) AS BIGINT) AS cache_read_tokens,
  count(*)               AS messages
FROM counted
GROUP BY group_key, way, model
ORDER BY group_key, way, model
