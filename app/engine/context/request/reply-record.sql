-- Which record of a reply is at this line?
-- One row, or none where the record is no reply.
SELECT
  records.chain        AS chain,
  records.occurred_at  AS occurred_at,
  records.model        AS model,
  records.commit_id    AS commit_id,
  records.uuid         AS uuid,
  reply_key            AS reply_key
FROM records
LEFT JOIN token_usage
  ON token_usage.source_id = records.source_id AND token_usage.line = records.line AND token_usage.iteration IS NULL
WHERE records.session_id = $session::VARCHAR
  AND records.source_id = $source::VARCHAR
  AND records.line = $line::BIGINT
  AND record_type = 'assistant'
