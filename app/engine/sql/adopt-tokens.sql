-- How many tokens did each session use, when a reply that stands in several counts for the one in which it stood first?
-- Changes the given sessions. A reply's last record by time wins, else by place. One row per session that changed.
WITH files AS (
  SELECT source_id, row_number() OVER (ORDER BY role DESC, file, source_id) AS source_rank
  FROM sources
  WHERE role IN ('session', 'agent')
),
replies AS (
  SELECT
    arg_min(session_id, (coalesce(occurred_at, 'infinity'::TIMESTAMPTZ), session_id)) AS session_id,
    arg_max({
      'input_tokens': input_tokens,
      'output_tokens': output_tokens,
      'cache_read_tokens': cache_read_tokens,
      'cache_write_tokens': cache_write_tokens
    }, (coalesce(occurred_at, '-infinity'::TIMESTAMPTZ), source_rank, line)) AS last
  FROM token_usage
  JOIN files USING (source_id)
  WHERE NOT is_copy
    AND reply_key IN (SELECT reply_key FROM token_usage WHERE session_id IN (SELECT unnest($sessions::VARCHAR[])))
  GROUP BY reply_key
),
used AS (
  SELECT
    asked.session_id                           AS session_id,
    sum(last.input_tokens)::BIGINT             AS input_tokens,
    sum(last.output_tokens)::BIGINT            AS output_tokens,
    sum(last.cache_read_tokens)::BIGINT        AS cache_read_tokens,
    sum(last.cache_write_tokens)::BIGINT       AS cache_write_tokens
  FROM (SELECT unnest($sessions::VARCHAR[]) AS session_id) AS asked
  LEFT JOIN replies USING (session_id)
  GROUP BY asked.session_id
)
UPDATE sessions
SET
  input_tokens = used.input_tokens,
  output_tokens = used.output_tokens,
  cache_read_tokens = used.cache_read_tokens,
  cache_write_tokens = used.cache_write_tokens
FROM used
WHERE sessions.session_id = used.session_id
  AND (sessions.input_tokens, sessions.output_tokens, sessions.cache_read_tokens, sessions.cache_write_tokens)
    IS DISTINCT FROM (used.input_tokens, used.output_tokens, used.cache_read_tokens, used.cache_write_tokens)
RETURNING sessions.session_id AS session_id
