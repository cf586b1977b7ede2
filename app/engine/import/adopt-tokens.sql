-- How many tokens did each session use, when a reply that several contain counts for the one in which it stood first?
-- Changes the given sessions. A reply's most complete record wins, of equal ones the last by time, else by place. One row per session that changed.
WITH files AS (
  SELECT source_id, row_number() OVER (ORDER BY role DESC, file, source_id) AS source_rank
  FROM sources
  WHERE role IN ('session', 'agent')
),
replies AS (
  SELECT
    arg_min(session_id, (coalesce(occurred_at, 'infinity'::TIMESTAMPTZ), session_id)) AS session_id,
    arg_max({
      'model': model,
      'input_tokens': input_tokens,
      'output_tokens': output_tokens,
      'cache_read_tokens': cache_read_tokens,
      'cache_write_tokens': cache_write_tokens
    }, (account_rank, coalesce(occurred_at, '-infinity'::TIMESTAMPTZ), source_rank, line)) AS last,
    max({ 'rank': account_rank, 'is_understated': is_understated }).is_understated AS is_understated
  FROM token_usage
  JOIN files USING (source_id)
  WHERE NOT is_copy
    AND reply_key IN (SELECT reply_key FROM token_usage WHERE session_id IN (SELECT unnest($sessions::VARCHAR[])))
  GROUP BY reply_key
),
used AS (
  SELECT
    asked.session_id                           AS session_id,
    TRY_CAST(sum(last.input_tokens) AS BIGINT)             AS input_tokens,
    TRY_CAST(sum(last.output_tokens) AS BIGINT)            AS output_tokens,
    TRY_CAST(sum(last.cache_read_tokens) AS BIGINT)        AS cache_read_tokens,
    TRY_CAST(sum(last.cache_write_tokens) AS BIGINT)       AS cache_write_tokens,
    count(*) FILTER (WHERE is_understated AND last.model <> '<synthetic>') AS understated_replies
  FROM (SELECT unnest($sessions::VARCHAR[]) AS session_id) AS asked
  LEFT JOIN replies USING (session_id)
  GROUP BY asked.session_id
)
UPDATE sessions
SET
  input_tokens = used.input_tokens,
  output_tokens = used.output_tokens,
  cache_read_tokens = used.cache_read_tokens,
  cache_write_tokens = used.cache_write_tokens,
  understated_replies = used.understated_replies
FROM used
WHERE sessions.session_id = used.session_id
  AND (sessions.input_tokens, sessions.output_tokens, sessions.cache_read_tokens, sessions.cache_write_tokens, sessions.understated_replies)
    IS DISTINCT FROM (used.input_tokens, used.output_tokens, used.cache_read_tokens, used.cache_write_tokens, used.understated_replies)
RETURNING sessions.session_id AS session_id
