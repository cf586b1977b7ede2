-- Which replies does a session contain, and what did each use?
-- One row per reply, chain by chain in the order of time; see used-by-replies. A reply begins with its first record. Replies that the client
-- made up are among them: no request is behind these.
WITH used AS (
  SELECT *
  FROM token_usage
  WHERE session_id = $session::VARCHAR AND NOT is_copy AND iteration IS NULL
),
replies AS (FROM used_by_replies),
beginnings AS (
  SELECT reply_key, source_id, min(line) AS line
  FROM used
  GROUP BY reply_key, source_id
)
SELECT
  replies.chain               AS chain,
  replies.reply_key           AS reply_key,
  replies.occurred_at         AS occurred_at,
  replies.model               AS model,
  replies.source_id           AS source_id,
  beginnings.line             AS line,
  last_line                   AS last_line,
  records.commit_id           AS commit_id,
  records.uuid                AS uuid,
  context_tokens              AS context_tokens,
  input_tokens                AS input_tokens,
  cache_read_tokens           AS cache_read_tokens,
  cache_write_tokens          AS cache_write_tokens
FROM replies
JOIN beginnings USING (reply_key, source_id)
LEFT JOIN (FROM records WHERE session_id = $session::VARCHAR AND NOT is_copy) AS records
  ON records.source_id = replies.source_id AND records.line = beginnings.line
ORDER BY replies.chain <> 'main', replies.chain, replies.occurred_at, last_line, replies.source_id
