-- What does a compaction's boundary say of itself?
-- One row, or none when the compaction has no boundary record.
SELECT
  json_extract_string(detail, '$.trigger')                AS trigger,
  json_extract_string(detail, '$.pre_tokens')::BIGINT     AS pre_tokens,
  json_extract_string(detail, '$.post_tokens')::BIGINT    AS post_tokens
FROM records
WHERE commit_id = $commit::VARCHAR
  AND class = 'compaction'
LIMIT 1
